import { createHmac } from 'node:crypto'

import { SECOND } from '../time/durations'

/** `t=…,v1=…`: the receiver computes the same over the time and the body as it came, and refuses times older than five minutes. */
export function signWebhook(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / SECOND)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
