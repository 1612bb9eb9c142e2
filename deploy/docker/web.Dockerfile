# syntax=docker/dockerfile:1
# The front proxy: the web app's files, and the services' paths behind them. docker build -f deploy/docker/web.Dockerfile -t balcao-web .
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

FROM packages AS web
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY scripts scripts
COPY services/shared services/shared
COPY web web
RUN node scripts/build.mjs --web && find web/dist -name '*.map' -delete
COPY helm/balcao/files/routes.json helm/balcao/files/
COPY deploy/docker/front.mjs deploy/docker/
RUN node deploy/docker/front.mjs web/dist front.conf

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends nginx libnginx-mod-http-brotli-static \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /etc/nginx /var/www /var/log/nginx \
    && mkdir /etc/nginx
COPY deploy/docker/front.sh /usr/local/bin/front
COPY --from=web /app/front.conf /etc/nginx/front.conf
COPY --from=web /app/web/dist /app/web
USER 10001:10001
EXPOSE 8080 9100
# nginx finishes what it has begun on QUIT and drops it on TERM.
STOPSIGNAL SIGQUIT
ENTRYPOINT ["/bin/sh", "/usr/local/bin/front"]
