FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# better-sqlite3 brings its binaries in its package, so no script has to run.
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="market-data-sandbox" \
      org.opencontainers.image.description="A reference server for a read-only market-data REST API" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production SANDBOX_HOST=0.0.0.0 SANDBOX_DATA=/data/market.sqlite
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
COPY routes ./routes
COPY seed ./seed
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4780
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s --start-interval=500ms \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SANDBOX_PORT || process.env.PORT || 4780}/ready`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Small pages die young: a small nursery keeps them in the processor's cache, and memory low.
CMD ["node", "--max-semi-space-size=2", "src/main.js"]
