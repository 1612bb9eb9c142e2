import { createHmac } from 'node:crypto'

/**
 * The payload as Meta writes it: PHP's JSON, with `\/` and all other than ASCII as `\u…` in lower case. It is signed so
 * (docs/graph-api/webhooks/getting-started#validate-payloads, 2025-07): a receiver that signs what it parsed finds another value.
 */
export function toWebhookBody(payload: unknown): string {
  return JSON.stringify(payload)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Both headers that Graph sends; SHA-1 is the older. */
export function signatureHeaders(body: string, secret: string): Record<string, string> {
  const digest = (algorithm: string) => createHmac(algorithm, secret).update(body).digest('hex')
  return {
    'x-hub-signature': `sha1=${digest('sha1')}`,
    'x-hub-signature-256': `sha256=${digest('sha256')}`,
  }
}
