#!/bin/sh
# usage: recover.sh <empty data folder>      brings a base backup of barman-cloud there, and says Postgres to replay the WAL archive over it
# BACKUP_URL (s3://bucket/folder), BACKUP_SERVER (desk), S3_ENDPOINT and AWS_…: as for the archive. RECOVER_TO: a moment with its zone
# (2026-11-28 14:03:00-03); without it, to the last WAL that was archived. BACKUP_ID: another base backup than the newest that ended before it.
# Then start Postgres on the folder (as its user): it serves when all is replayed. Media and documents: deploy/runbooks/backup-and-restore.md
set -eu
target=${1:?usage: recover.sh <empty data folder>}
url=${BACKUP_URL:?BACKUP_URL is not set}
server=${BACKUP_SERVER:-desk}
endpoint=${S3_ENDPOINT:+--endpoint-url $S3_ENDPOINT}

# Its list is JSON, oldest first; times are of UTC without a zone.
choose() {
  barman-cloud-backup-list $endpoint --format json "$url" "$server" | python3 -c '
import datetime, json, sys
until = sys.argv[1]
limit = datetime.datetime.fromisoformat(until).astimezone(datetime.timezone.utc) if until else None
read = lambda text: datetime.datetime.strptime(text, "%a %b %d %H:%M:%S %Y").replace(tzinfo=datetime.timezone.utc)
done = [b for b in json.load(sys.stdin)["backups_list"] if b.get("status") == "DONE"]
fit = [b["backup_id"] for b in done if limit is None or read(b["end_time"]) <= limit]
sys.exit("no base backup ended before that moment") if not fit else print(fit[-1])
' "${RECOVER_TO:-}"
}

if [ -n "$(ls -A "$target" 2>/dev/null)" ]; then
  echo "$target is not empty" >&2
  exit 1
fi
id=${BACKUP_ID:-$(choose)}
echo "base backup $id" >&2
# shellcheck disable=SC2086
barman-cloud-restore $endpoint "$url" "$server" "$id" "$target"
{
  echo "restore_command = 'barman-cloud-wal-restore $endpoint $url $server %f %p'"
  if [ -n "${RECOVER_TO:-}" ]; then
    echo "recovery_target_time = '$RECOVER_TO'"
    echo "recovery_target_action = 'promote'"
  fi
} >>"$target/postgresql.auto.conf"
touch "$target/recovery.signal"
chmod 700 "$target"
