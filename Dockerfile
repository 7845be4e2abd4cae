FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY build.ts ./
COPY src ./src
COPY routes ./routes
COPY seed ./seed
RUN node build.ts

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# better-sqlite3 brings its binaries in its package, so no script has to run.
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="market-data-sandbox" \
      org.opencontainers.image.description="A reference server for a read-only market-data REST API" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="docker.io/library/node:24-bookworm-slim"
# Frozen at the store's end: the same answers from every container of the image, which then writes nothing.
ENV NODE_ENV=production SANDBOX_HOST=0.0.0.0 SANDBOX_DATA=/data/market.sqlite SANDBOX_NOW=seeded
# Compiled code from here: nothing can be kept where the root file system is read-only.
ENV NODE_COMPILE_CACHE=/app/compiled
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
# When the store ends: a time makes the image the same whenever it is built.
ARG SEEDED_UNTIL=live
# Whatever user the container is given, as long as its group is 0, may write to the store.
RUN node dist/main.js seed --now "$SEEDED_UNTIL" \
  && chown -R 1000:0 /data && chmod -R g=u /data
VOLUME /data
USER 1000
EXPOSE 4780
HEALTHCHECK --interval=30s --timeout=3s --start-period=60s --start-interval=500ms \
  CMD ["node", "dist/main.js", "health"]
# Small pages die young: a small nursery keeps them in the processor's cache, and memory low.
CMD ["node", "--max-semi-space-size=2", "--max-old-space-size=256", "dist/main.js"]
