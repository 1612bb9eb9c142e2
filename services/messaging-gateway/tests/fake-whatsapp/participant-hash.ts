import { createHash } from 'node:crypto'

import { parseAddress } from './jids'

/** The hash of all devices of a chat (whatsmeow send.go, participantListHashV2, 2026-08-21). */
export function participantHash(jids: readonly string[]): string {
  const names = jids.map((jid) => {
    const { user, device } = parseAddress(jid) ?? { user: '', device: 0 }
    return `${user}.0:${device}@${jid.split('@')[1]}`
  })
  const hash = createHash('sha256').update(names.sort().join('')).digest('base64')
  return `2:${hash.slice(0, 8)}`
}
