import { createHmac, timingSafeEqual } from 'node:crypto'

const FORM = /^sha256=([0-9a-f]{64})$/

/**
 * Whether `X-Hub-Signature-256` is the HMAC-SHA256 of the raw body under one of the app's secrets
 * (https://developers.facebook.com/docs/graph-api/webhooks/getting-started, November 2026). Constant time in the secrets.
 */
export function isSignedBy(rawBody: Buffer, header: string | undefined, secrets: readonly string[]): boolean {
  const [, hex] = FORM.exec(header ?? '') ?? []
  if (hex === undefined) return false
  const given = Buffer.from(hex, 'hex')
  return (
    secrets.filter((secret) => timingSafeEqual(createHmac('sha256', secret).update(rawBody).digest(), given))
      .length > 0
  )
}
