import { createHmac, timingSafeEqual } from 'node:crypto'

/** Older calls may be those of someone who has seen one. */
const LONGEST_AGE_SECONDS = 300

function equals(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Whether `balcao-signature` is that of the body as it came, by this secret, within five minutes. It has two signatures for a day after the
 * secret was rotated.
 */
export function isSigned(header: string, body: Buffer, secret: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > LONGEST_AGE_SECONDS) return false
  const digest = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  return parts.some(([name, value = '']) => name === 'v1' && equals(value, digest))
}
