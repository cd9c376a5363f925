# One image for every process of the house: npm start's own steps, done once. Needs a PostgreSQL beside it (compose.yaml).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /house
COPY package.json package-lock.json .npmrc ./
# What the lockfile names, as it names it; not `npm ci`, which wants the packages of every other platform in it too. No
# install script runs here; those that package.json allows by name are run by scripts/launch.mjs.
RUN npm install --no-save --include=dev --include=optional --no-audit --no-fund
COPY . .
RUN node scripts/launch.mjs build && npm prune --omit=dev --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /house
COPY --from=build /house/package.json ./
COPY --from=build /house/node_modules ./node_modules
COPY --from=build /house/build ./build
COPY --from=build /house/src ./src
COPY --from=build /house/db ./db
COPY --from=build /house/scripts/serve.mjs ./scripts/serve.mjs
# The one place that is written to; everything else may be read-only.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
# Told to stop, the server finishes what it is at.
STOPSIGNAL SIGTERM
CMD ["node", "scripts/serve.mjs"]
