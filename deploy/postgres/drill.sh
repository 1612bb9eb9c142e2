#!/bin/sh
# usage: drill.sh <empty folder with room for the database>      recovers the newest backup there, asks it for its newest message, and deletes it
# Variables as of recover.sh, and DATABASE (balcao), SUPERUSER (postgres): of that database; PG_BIN: folder of Postgres' programs; DRILL_MOST_MINUTES (60):
# how old the newest message may be. Not as root. Exit 0: the backup can be recovered. The desk and its database are not touched.
set -eu
folder=${1:?usage: drill.sh <empty folder>}/pg
most=${DRILL_MOST_MINUTES:-60}
bin=${PG_BIN:+$PG_BIN/}
began=$(date +%s)
mkdir -p "$folder"
server=
cleanup() {
  [ -z "$server" ] || { kill -QUIT "$server" 2>/dev/null && wait "$server" 2>/dev/null; } || true
  rm -rf "$folder"
}
trap cleanup EXIT
"$(dirname "$0")/recover.sh" "$folder"
# On a socket of its own, and without an archive: it must not write into the one that it reads.
"${bin}postgres" -D "$folder" -p 5432 -c archive_mode=off -c listen_addresses= -c "unix_socket_directories=$folder" >"$folder/drill.log" 2>&1 &
server=$!
ask() { "${bin}psql" -X -A -t -q -v ON_ERROR_STOP=1 -h "$folder" -p 5432 -U "${SUPERUSER:-postgres}" -d "${DATABASE:-balcao}" -c "$1"; }
until [ "$(ask 'SELECT pg_is_in_recovery()' 2>/dev/null)" = f ]; do
  kill -0 "$server" 2>/dev/null || { tail -n 20 "$folder/drill.log" >&2; exit 1; }
  sleep 1
done
counts=$(ask "SELECT count(*) || ' tickets of ' || count(DISTINCT company_id) || ' companies' FROM tickets.tickets")
minutes=$(ask "SELECT coalesce(round(extract(epoch FROM now() - max(created_at)) / 60), 1e9) FROM realtime.feed")
echo "recovered in $(($(date +%s) - began)) s: $counts, the newest event is $minutes minutes old"
[ "$minutes" -le "$most" ] || {
  echo "older than $most minutes: what archives the WAL is late, or nobody works" >&2
  exit 1
}
