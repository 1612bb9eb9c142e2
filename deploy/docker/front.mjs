// usage: node deploy/docker/front.mjs <folder of the built web app> <file>      writes nginx's configuration of the front proxy
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [folder, target] = process.argv.slice(2)
const { services, nonPagePrefixes, pagePolicy, pageExceptions } = JSON.parse(
  readFileSync('helm/balcao/files/routes.json', 'utf8'),
)

const page = readFileSync(path.join(folder, 'index.html'), 'utf8')
const hashes = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
  ([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
)

/* For static files; the services set the same headers by themselves (services/shared/platform/src/http/security-headers.ts). */
const writePolicy = (policy) =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')

const PAGE = {
  policy: { ...pagePolicy, 'script-src': [...pagePolicy['script-src'], ...hashes] },
  openerPolicy: 'same-origin',
  referrerPolicy: 'no-referrer',
}

const headers = (
  cacheControl,
  { sharedWith = 'same-origin', page: { policy, openerPolicy, referrerPolicy } = PAGE } = {},
) => `
      add_header Cache-Control "${cacheControl}" always;
      add_header Vary "Accept, Accept-Encoding" always;
      add_header Content-Security-Policy "${writePolicy(policy)}$only_https" always;
      add_header Strict-Transport-Security $transport_security always;
      add_header Cross-Origin-Opener-Policy ${openerPolicy} always;
      add_header Cross-Origin-Resource-Policy ${sharedWith} always;
      add_header Referrer-Policy ${referrerPolicy} always;
      add_header X-Content-Type-Options nosniff always;
      add_header X-DNS-Prefetch-Control off always;
      add_header X-Download-Options noopen always;
      add_header X-Frame-Options SAMEORIGIN always;
      add_header X-Permitted-Cross-Domain-Policies none always;
      add_header X-XSS-Protection 0 always;`

const isNonPagePath = (prefix) =>
  nonPagePrefixes.some((never) => prefix === never || prefix.startsWith(`${never}/`))

/* Whole segments only: /tickets and what is below it, not /ticketsomething. */
function locationsOf(service, prefix) {
  const orPage = isNonPagePath(prefix)
    ? ''
    : ' error_page 418 = @page; error_page 502 504 = @away; if ($is_page) { return 418; }'
  const wait = prefix === '/socket.io' ? ' proxy_read_timeout 1h;' : ''
  const body = `{${orPage}${wait} proxy_pass http://$to_${service.replaceAll('-', '_')}; }`
  return `    location = ${prefix} ${body}\n    location ^~ ${prefix}/ ${body}`
}

const locations = Object.entries(services).flatMap(([service, prefixes]) =>
  prefixes.map((prefix) => locationsOf(service, prefix)),
)

const exceptions = Object.entries(pageExceptions).map(
  ([path, page]) => `    location = ${path} {${headers('no-cache', { page })}
      if ($is_page = 0) { return 404; }
      try_files ${path}.html =404;
    }`,
)

writeFileSync(
  target,
  `# Made by deploy/docker/front.mjs.
load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;
worker_processes 2;
pid /tmp/nginx/pid;
# Lines of lower levels carry paths and queries, and those carry secrets.
error_log stderr crit;
events { worker_connections 16384; }
# Long-lived sockets: how long they may hold up a restart after QUIT.
worker_shutdown_timeout 10s;

http {
  include /tmp/nginx/upstreams.conf;
  access_log off;
  server_tokens off;
  client_body_temp_path /tmp/nginx/temp/body;
  proxy_temp_path /tmp/nginx/temp/proxy;
  fastcgi_temp_path /tmp/nginx/temp/fastcgi;
  uwsgi_temp_path /tmp/nginx/temp/uwsgi;
  scgi_temp_path /tmp/nginx/temp/scgi;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65s;
  client_header_timeout 10s;
  large_client_header_buffers 4 16k;
  # The services have their own limit for each route.
  client_max_body_size 0;
  gzip_static on;
  brotli_static on;

  types {
    text/html html; text/javascript js; text/css css; application/json json; application/manifest+json webmanifest;
    image/svg+xml svg; image/png png; image/jpeg jpg; image/webp webp; image/x-icon ico; font/woff2 woff2;
    audio/mpeg mp3; audio/ogg ogg; audio/wav wav; application/wasm wasm; text/plain txt;
    application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx;
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types text/javascript text/css text/plain application/json;

  map $http_upgrade $connection_upgrade { default upgrade; "" close; }
  map $http_x_forwarded_proto $outer_scheme { default $scheme; ~^https?$ $http_x_forwarded_proto; }
  # Pages share names with calls: a GET that accepts HTML is a page.
  map $http_accept $accepts_page { default 0; ~text/html 1; }
  map "$request_method $accepts_page" $is_page { default 0; "GET 1" 1; "HEAD 1" 1; }

  proxy_http_version 1.1;
  proxy_set_header Host $http_host;
  proxy_set_header Upgrade $http_upgrade;
  # A connection for each request: one that is kept could be closed by a pod that goes away just as it is used again.
  proxy_set_header Connection $connection_upgrade;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $outer_scheme;
  proxy_connect_timeout 2s;
  proxy_read_timeout 75s;
  proxy_next_upstream error timeout;
  proxy_next_upstream_timeout 6s;
  proxy_request_buffering off;
  proxy_buffering on;
  proxy_max_temp_file_size 0;

  server {
    listen 8080;
    root /app/web;
    error_page 404 = @nothing;
    error_page 502 504 = @away;
${locations.join('\n')}

    location ~ ^/assets/.+-[\\w-]+\\.\\w+$ {${headers('public, max-age=31536000, immutable')}
      try_files $uri =404;
    }
    # Whaticket's clients look for logos here.
    location ~ ^/public/logotipos/[\\w-]+\\.png$ {${headers('no-cache', { sharedWith: 'same-site' })}
      try_files /icons/app-512.png =404;
    }
    # They put their server's address before a picture's path, which is a whole link to media here.
    location ~ ^/public/(?:https?:/+[^/]+/)?(public/m/.+)$ {${headers('no-cache', { sharedWith: 'same-site' })}
      absolute_redirect off;
      return 302 /$1$is_args$args;
    }
    location /public/ {${headers('no-cache', { sharedWith: 'same-site' })}
      try_files $uri =404;
    }
    location ~ \\.(html|br|gz|map)$ { try_files /nothing @page; }
    location ~ /\\. { return 404; }
    location = /healthz { default_type application/json; return 200 '{"status":"ok"}'; }
    location = /readyz { default_type application/json; return 200 '{"status":"ready"}'; }
    location = /metrics { return 404; }
${exceptions.join('\n')}
    location = / {${headers('no-cache')}
      try_files /index.html =404;
    }
    location / {${headers('no-cache')}
      try_files $uri @page;
    }
    location @page {${headers('no-cache')}
      if ($is_page = 0) { return 404; }
      try_files $uri.html /index.html =404;
    }
    location @nothing { internal; default_type application/json; return 404 '{"error":"ERR_NOT_FOUND"}'; }
    location @away {
      internal;
      default_type application/json;
      add_header Retry-After 1 always;
      return 503 '{"error":"ERR_UNAVAILABLE"}';
    }
  }

  server {
    listen 9100;
    default_type application/json;
    location = /healthz { return 200 '{"status":"ok"}'; }
    location = /readyz { return 200 '{"status":"ready"}'; }
    location / { return 404; }
  }
}
`,
)
