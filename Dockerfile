# By digest where builds must not change: --build-arg BASE=node:24-bookworm-slim@sha256:…
ARG BASE=node:24-bookworm-slim
FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY build.ts supply-chain.ts ./
COPY src ./src
COPY routes ./routes
COPY seed ./seed
RUN node build.ts && node supply-chain.ts

FROM ${BASE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# better-sqlite3 brings its binaries in its package, so no script has to run.
RUN npm ci --omit=dev --ignore-scripts

FROM ${BASE}
LABEL org.opencontainers.image.title="market-data-sandbox" \
      org.opencontainers.image.description="A reference server for a read-only market-data REST API" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="docker.io/library/node:24-bookworm-slim"
# Frozen at the store's end: every container of the image gives the same answers, and writes nothing. What is compiled
# is kept in the image, since a container whose root file system is read-only has no place for it.
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/compiled \
    SANDBOX_HOST=0.0.0.0 \
    SANDBOX_DATA=/data/market.sqlite \
    SANDBOX_NOW=seeded
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
RUN mkdir /data compiled && chown node:node /data compiled
# By its number, by which an orchestrator can tell that it is not root.
USER 1000
# When the store ends. With a time, the image holds the same market whenever it is built.
ARG SEEDED_UNTIL=live
RUN node dist/main.js seed --now "$SEEDED_UNTIL"
# Once on trial: an image that does not serve is not built, and one that does starts from compiled code, which holds for
# these flags only.
RUN node --max-semi-space-size=2 --max-old-space-size=768 dist/main.js & \
  until node dist/main.js health; do sleep 0.2; kill -0 $! || exit 1; done; kill $! && wait $!
VOLUME /data
EXPOSE 4780
HEALTHCHECK --interval=30s --timeout=3s --start-period=60s --start-interval=500ms \
  CMD ["node", "dist/main.js", "health"]
# What follows the image's name is ours: docker run … verify. Signals reach Node, which is process 1, without a shell.
ENTRYPOINT ["node", "--max-semi-space-size=2", "--max-old-space-size=768", "dist/main.js"]
