#!/bin/sh
# usage: front      writes the part of nginx's configuration that the environment decides, and becomes nginx
# UPSTREAM_<SERVICE>  host:port of each service; default: its name and port 8080
# FRONT_RESOLVER      name server to ask again where addresses change behind names (compose: 127.0.0.11);
#                     without it names are looked up once, which is right for a Service's address
# HTTPS               true where browsers come by https
set -eu
run=/tmp/nginx
mkdir -p "$run/temp"
: >"$run/upstreams.conf"
[ -z "${FRONT_RESOLVER:-}" ] || echo "resolver $FRONT_RESOLVER valid=5s ipv6=off;" >>"$run/upstreams.conf"

for service in auth billing campaigns messaging-gateway realtime tickets; do
  name=$(echo "$service" | tr a-z- A-Z_)
  eval "address=\${UPSTREAM_$name:-$service:8080}"
  if [ -n "${FRONT_RESOLVER:-}" ]; then
    echo "map \"\" \$to_$(echo "$service" | tr - _) { default $address; }" >>"$run/upstreams.conf"
  else
    # Three times the same: a connection that is refused is tried again, and by then goes to another pod.
    echo "upstream $service { server $address max_fails=0; server $address max_fails=0; server $address max_fails=0; }" \
      >>"$run/upstreams.conf"
    echo "map \"\" \$to_$(echo "$service" | tr - _) { default $service; }" >>"$run/upstreams.conf"
  fi
done

if [ "${HTTPS:-false}" = true ]; then
  echo 'map "" $only_https { default "; upgrade-insecure-requests"; }
map "" $transport_security { default "max-age=15552000; includeSubDomains"; }' >>"$run/upstreams.conf"
else
  echo 'map "" $only_https { default ""; }
map "" $transport_security { default ""; }' >>"$run/upstreams.conf"
fi

exec nginx -e stderr -c /etc/nginx/front.conf -g 'daemon off;'
