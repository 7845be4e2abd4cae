# Pin by digest for reproducible builds: --build-arg BASE=node:24-bookworm-slim@sha256:…
ARG BASE=node:24-bookworm-slim
FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY build.ts declarations.ts supply-chain.ts ./
COPY src ./src
COPY routes ./routes
COPY seed ./seed
RUN node build.ts && node supply-chain.ts

FROM ${BASE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The better-sqlite3 package contains its binaries, so no install script has to run.
RUN npm ci --omit=dev --ignore-scripts

FROM ${BASE}
LABEL org.opencontainers.image.title="market-data-sandbox" \
      org.opencontainers.image.description="A reference server for a read-only market-data REST API" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="docker.io/library/node:24-bookworm-slim"
# Frozen at the end of the store: every container of the image gives the same answers and writes nothing. The image
# includes the compile cache, because a container with a read-only root file system cannot write one.
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/compiled \
    SANDBOX_HOST=0.0.0.0 \
    SANDBOX_DATA=/data/market.sqlite \
    SANDBOX_NOW=seeded
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY docs ./docs
RUN mkdir /data compiled && chown node:node /data compiled
# A numeric UID lets an orchestrator verify that it is not root.
USER 1000
# End of the store. With a fixed time, every build contains the same market.
ARG SEEDED_UNTIL=live
RUN node dist/main.js seed --now "$SEEDED_UNTIL"
# Serves once: the build fails if the server does not start, and fills the compile cache, which is valid only for these
# flags.
RUN node --max-semi-space-size=6 --max-old-space-size=768 dist/main.js & \
  until node dist/main.js health; do sleep 0.2; kill -0 $! || exit 1; done; kill $! && wait $!
VOLUME /data
EXPOSE 4780
HEALTHCHECK --interval=30s --timeout=3s --start-period=60s --start-interval=500ms \
  CMD ["node", "dist/main.js", "health"]
# Arguments after the image name are commands: docker run … verify. Without a shell, signals reach Node as PID 1.
ENTRYPOINT ["node", "--max-semi-space-size=6", "--max-old-space-size=768", "dist/main.js"]
