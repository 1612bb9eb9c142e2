# syntax=docker/dockerfile:1
# The single machine: six services, web app and Postgres in one container. docker build -f deploy/docker/machine.Dockerfile -t balcao .
FROM node:26-bookworm-slim AS packages
# Node needs libatomic. The image of Node brings it; a base of Debian and a Node binary does not.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY services/auth/package.json services/auth/
COPY services/billing/package.json services/billing/
COPY services/campaigns/package.json services/campaigns/
COPY services/messaging-gateway/package.json services/messaging-gateway/
COPY services/realtime/package.json services/realtime/
COPY services/standalone/package.json services/standalone/
COPY services/tickets/package.json services/tickets/
COPY services/shared/contracts/package.json services/shared/contracts/
COPY services/shared/kernel/package.json services/shared/kernel/
COPY services/shared/platform/package.json services/shared/platform/
COPY services/shared/testkit/package.json services/shared/testkit/
COPY web/package.json web/

FROM packages AS built
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY scripts scripts
COPY services services
RUN node scripts/build.mjs --server
COPY web web
RUN node scripts/build.mjs --web && find web/dist services -name '*.map' -path '*/dist/*' -delete

FROM packages AS dependencies
COPY deploy/docker/prune.mjs deploy/docker/
COPY scripts/install.mjs scripts/
COPY scripts/support/packages.mjs scripts/support/project.mjs scripts/support/
# The named scripts of the embedded Postgres make the links between its libraries, in folders that are root's.
RUN node scripts/install.mjs --omit=dev --workspace services/standalone && node deploy/docker/prune.mjs
COPY --from=built /app/services built
RUN for package in auth billing campaigns messaging-gateway realtime standalone tickets shared/contracts shared/kernel shared/platform; do \
      mv "built/$package/dist" "services/$package/dist" || exit 1; \
    done \
    && mv built/standalone/assets services/standalone/assets \
    && rm -rf built deploy package-lock.json .npmrc web services/shared/testkit

FROM debian:bookworm-slim
# Node needs libatomic.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
# Postgres wants a name for its account.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data balcao \
    && install -d -o 10001 -g 10001 -m 0700 /data /backups
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
COPY proto /app/proto
COPY --from=dependencies /app /app
COPY --from=built /app/web/dist /app/web/dist
COPY scripts/build.mjs scripts/backup.mjs scripts/backup-nightly.mjs scripts/restore.mjs scripts/restore-company.mjs scripts/recover.mjs scripts/doctor.mjs /app/scripts/
COPY scripts/support /app/scripts/support
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["node", "services/standalone/dist/main.js"]
