# One image for every process: the server, and the operator commands as `lounge COMMAND`. tests/operations/image.test.ts
# performs these steps and runs what comes of them.

# The version of Node is the one that package.json pins. It is the only Node of the image.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /lounge
COPY package.json package-lock.json .npmrc ./
COPY scripts/launch.mjs ./scripts/
COPY scripts/launch ./scripts/launch
RUN node scripts/launch.mjs install
COPY . .
RUN node scripts/launch.mjs build && node scripts/pin-runtime.mjs

# Backups of an external database need the client programs of its version or a newer one; Debian's own are older. The
# libraries that they load come along, except those of the C library, which are the same in every image of this release.
FROM postgres:18.0-bookworm AS client
RUN mkdir -p /client/bin /client/lib && cd /usr/lib/postgresql/18/bin && cp -L pg_dump pg_restore psql /client/bin/ \
  && ldd /client/bin/* | awk '$3 ~ /^\// { print $3 }' | grep -vE '/(libc|libm|libdl|libpthread|librt|libresolv)\.so' \
  | sort -u | xargs cp -L -t /client/lib/

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data BACKUP_TO=/backups NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /lounge
COPY --from=client /client/ /usr/local/
COPY --from=build /lounge/package.json ./
COPY --from=build /lounge/scripts/launch.mjs /lounge/scripts/serve.mjs ./scripts/
COPY --from=build /lounge/scripts/launch ./scripts/launch
COPY --from=build /lounge/node_modules ./node_modules
COPY --from=build /lounge/db ./db
COPY --from=build /lounge/src ./src
COPY --from=build /lounge/build ./build
# Everything else may be read-only.
RUN ldconfig && ln -s /lounge/scripts/launch.mjs /usr/local/bin/lounge && mkdir /data /backups \
  && chown node:node /data /backups
USER node
VOLUME ["/data", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "scripts/serve.mjs"]
