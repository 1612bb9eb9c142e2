#!/bin/sh
# usage: sh deploy/systemd/install.sh admin@example.com desk.example.com      as root, in a clone, on Debian 13 or newer
# Installs the desk as a service of this server, with https at the domain (docs/single-server.md). Run again it changes nothing that is there.
set -eu
email=${1:-}
domain=${2:-}
case "$email" in *@*.*) ;; *) email= ;; esac
case "$domain" in '' | *[!a-z0-9.-]* | *..* | .* | *.) domain= ;; *.*) ;; *) domain= ;; esac
if [ -z "$email" ] || [ -z "$domain" ]; then
  sed -n 's/^# usage: /usage: /p' "$0" >&2
  exit 1
fi
[ "$(id -u)" = 0 ] || { echo 'Run it as root.' >&2; exit 1; }
clone=$(cd "$(dirname "$0")/../.." && pwd)
base=${BALCAO_FOLDER:-/opt/balcao}
variables=/etc/balcao/balcao.env

echo 'Installing packages of Debian …'
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq git nodejs npm caddy ca-certificates openssl libatomic1 >/dev/null

getent passwd balcao >/dev/null || useradd --system --user-group --no-create-home --home-dir /var/lib/balcao --shell /usr/sbin/nologin balcao
install -d -m 0755 "$base" "$base/releases"
install -d -m 0700 -o balcao -g balcao /var/lib/balcao /var/lib/balcao-backups
[ -d "$base/repository" ] || git clone --quiet "$clone" "$base/repository"
# Later releases come from where the clone came from.
origin=$(git -C "$clone" remote get-url origin 2>/dev/null || true)
[ -z "$origin" ] || git -C "$base/repository" remote set-url origin "$origin"

if [ ! -e "$base/current" ]; then
  release=$(git -C "$clone" describe --tags --exact-match 2>/dev/null || git -C "$clone" rev-parse --short HEAD)
  folder="$base/releases/$(echo "$release" | tr / -)"
  echo "Building $release (some minutes) …"
  [ -d "$folder" ] || git -C "$base/repository" worktree add --quiet --detach --force "$folder" "$release"
  (cd "$folder" && node scripts/install.mjs && node scripts/build.mjs)
  ln -s "$folder" "$base/current"
fi

if [ ! -e "$variables" ]; then
  install -d -m 0750 -o root -g balcao /etc/balcao
  password=$(openssl rand -base64 24 | tr '+/' '-_')
  # Other secrets are made at the first start, in /var/lib/balcao/secrets.
  (
    umask 077
    cat >"$variables" <<END
# Variables of the desk: .env.example of the release lists them. After a change: systemctl restart balcao
DATA_DIR=/var/lib/balcao
BACKUP_DIR=/var/lib/balcao-backups
BACKUP_CONTINUOUS=true
HOST=127.0.0.1
PORT=8080
DOMAIN=$domain
HTTPS=true
TRUSTED_PROXIES=127.0.0.1
FIRST_ADMIN_EMAIL=$email
FIRST_ADMIN_PASSWORD=$password
WHATSAPP_PROVIDER=beta
SIMULATOR=false
TZ=America/Sao_Paulo
# Without a mail server nobody gets a code for a new password:
#SMTP_URL=smtps://user:password@mail.example.com:465
#MAIL_FROM=Balcão <desk@example.com>
END
  )
  chown root:balcao "$variables"
  chmod 0640 "$variables"
fi

install -m 0755 "$base/current/deploy/systemd/balcao.sh" /usr/local/bin/balcao
install -m 0644 "$base/current/deploy/systemd/balcao.service" /etc/systemd/system/balcao.service
install -d /etc/systemd/system/caddy.service.d
[ -e /etc/caddy/Caddyfile.debian ] || cp /etc/caddy/Caddyfile /etc/caddy/Caddyfile.debian
install -m 0644 "$base/current/deploy/caddy/Caddyfile" /etc/caddy/Caddyfile
printf '[Service]\nEnvironment=DOMAIN=%s DESK=127.0.0.1:8080\n' "$domain" >/etc/systemd/system/caddy.service.d/balcao.conf

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable --quiet --now balcao
  systemctl enable --quiet caddy
  systemctl restart caddy
  echo "In a minute: https://$domain"
else
  echo 'systemd does not run here: the units are installed and not started.'
fi
echo "Log in as $email; the password is FIRST_ADMIN_PASSWORD in $variables. What is wrong: balcao doctor"
