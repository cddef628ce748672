FROM node:24-bookworm-slim AS build
# sqlite3 is compiled where its prebuilt binary cannot be fetched.
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 make g++ \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY package.json package-lock.json LICENSE ./
COPY tools tools
RUN node tools/install.mjs --serving
COPY src src
COPY plugins plugins
RUN npm run build && node tools/pack.mjs /app && node tools/bill-of-materials.mjs /app/sbom.cdx.json
# One start leaves compiled code beside the build, which later ones may not write to.
RUN node /app/dist/src/main.js run -- true
# An eighth of Node's program is symbols for debuggers.
RUN strip -o /build/node "$(command -v node)"

# Of the image of Node the program alone is needed: its package managers and headers would be half of the image.
FROM debian:bookworm-slim
COPY --from=build /build/node /usr/local/bin/node
COPY --from=build /app /app
RUN install -d -o 1000 -g 1000 -m 0700 /data
# Fewer arenas: what threads have written for the store is given back sooner.
ENV NODE_ENV=production BINNACLE_BIND_ADDRESS=0.0.0.0 BINNACLE_DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
USER 1000:1000
VOLUME /data
EXPOSE 6443
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "require('node:https').get('https://127.0.0.1:' + (process.env.BINNACLE_SECURE_PORT || 6443) + '/livez', { rejectUnauthorized: false }, (r) => process.exit(r.statusCode < 500 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "dist/src/main.js"]
