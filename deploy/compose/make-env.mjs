// usage: node deploy/compose/make-env.mjs admin@example.com [desk.example.com] > deploy/compose/.env      secrets for the compose files, made anew
// With a domain, single.yaml serves https at it by Caddy.
import { randomBytes } from 'node:crypto'

const [email, domain] = process.argv.slice(2)
const isDomain = domain === undefined || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)
if (!/^[^\s@]+@[^\s@]+$/.test(email ?? '') || !isDomain) {
  process.stderr.write(
    'usage: node deploy/compose/make-env.mjs admin@example.com [desk.example.com] > deploy/compose/.env\n',
  )
  process.exit(1)
}

/* Caddy of single.yaml: its profile, and its address in the network before the desk. */
const https =
  domain === undefined
    ? {}
    : { DOMAIN: domain, COMPOSE_PROFILES: 'https', HTTPS: 'true', TRUSTED_PROXIES: '172.31.251.2' }

const services = ['AUTH', 'BILLING', 'CAMPAIGNS', 'MESSAGING_GATEWAY', 'REALTIME', 'TICKETS']
const secret = () => randomBytes(32).toString('base64url')
const values = {
  FIRST_ADMIN_EMAIL: email,
  FIRST_ADMIN_PASSWORD: secret(),
  MEDIA_LINK_SECRET: secret(),
  AUTH_SEAL_KEY: secret(),
  TICKETS_SEAL_KEY: secret(),
  GATEWAY_SEAL_KEY: secret(),
  REALTIME_SEAL_KEY: secret(),
  WHATSAPP_ID_KEY: secret(),
  WHATSAPP_VAULT_KEYS: `first:${randomBytes(32).toString('base64')}`,
  DATABASE_PASSWORD: secret(),
  ...Object.fromEntries(services.map((name) => [`DATABASE_ROLE_PASSWORD_${name}`, secret()])),
  ...Object.fromEntries([...services, 'MIGRATIONS'].map((name) => [`KAFKA_PASSWORD_${name}`, secret()])),
  S3_ACCESS_KEY: randomBytes(10).toString('hex'),
  S3_SECRET_KEY: secret(),
  ...https,
}
for (const [name, value] of Object.entries(values)) process.stdout.write(`${name}=${value}\n`)
