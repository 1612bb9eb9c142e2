import { createHash } from 'node:crypto'

const DEVICE = /^([^@:]*)(?::(\d+))?@(.+)$/
const HASHED_BYTES = 6

const withDevice = (jid: string): string =>
  jid.replace(DEVICE, (_, user, device = '0', server) => `${user}.0:${device}@${server}`)

/**
 * The server's hash of a set of devices, our own included (whatsmeow send.go participantListHashV2, 2026-08-21;
 * oxidezap/whatsapp-rust #678, 2026-06-01: compared with what WhatsApp Web sent). The library's own hash differs.
 */
export function hashDevices(jids: readonly string[]): string {
  const hash = createHash('sha256').update(jids.map(withDevice).toSorted().join('')).digest()
  return `2:${hash.subarray(0, HASHED_BYTES).toString('base64')}`
}
