#!/bin/sh
# usage: balcao doctor | backup <folder> | backup-nightly | restore <folder> | recover <backup folder> | upgrade <release> | rollback      as root
# The desk's commands with its variables, as its account; installed as /usr/local/bin/balcao.
set -eu
base=${BALCAO_FOLDER:-/opt/balcao}
variables=${BALCAO_ENV:-/etc/balcao/balcao.env}
command=${1:-}
[ $# -eq 0 ] || shift
case "$command" in
  doctor | backup | backup-nightly | restore | recover | end-demo)
    cd "$base/current"
    exec runuser -u balcao -- node --env-file="$variables" "scripts/$command.mjs" "$@"
    ;;
  upgrade) exec node "$base/current/scripts/upgrade.mjs" "$@" ;;
  rollback) exec node "$base/current/scripts/upgrade.mjs" --back ;;
  *)
    sed -n 's/^# usage: /usage: /p' "$0" >&2
    exit 1
    ;;
esac
