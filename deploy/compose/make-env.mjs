// usage: node deploy/compose/make-env.mjs admin@example.com > deploy/compose/.env      secrets for the compose files, made anew
import { randomBytes } from 'node:crypto'

const [email] = process.argv.slice(2)
if (!/^[^\s@]+@[^\s@]+$/.test(email ?? '')) {
  process.stderr.write('usage: node deploy/compose/make-env.mjs admin@example.com > deploy/compose/.env\n')
  process.exit(1)
}

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
}
for (const [name, value] of Object.entries(values)) process.stdout.write(`${name}=${value}\n`)
