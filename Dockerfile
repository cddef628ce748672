FROM node:20-bookworm-slim AS build
# sqlite3 is compiled where its prebuilt binary cannot be fetched.
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 make g++ \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tools tools
COPY src src
COPY plugins plugins
COPY LICENSE ./
RUN npm run build && node tools/pack.mjs /app

FROM node:20-bookworm-slim
# Fewer arenas: what threads have written for the store is given back sooner.
ENV NODE_ENV=production BINNACLE_BIND_ADDRESS=0.0.0.0 BINNACLE_DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY --from=build /app /app
RUN install -d -o node -g node -m 0700 /data
WORKDIR /app
USER node
VOLUME /data
EXPOSE 6443
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "require('node:https').get('https://127.0.0.1:' + (process.env.BINNACLE_SECURE_PORT || 6443) + '/livez', { rejectUnauthorized: false }, (r) => process.exit(r.statusCode < 500 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "dist/src/main.js"]
