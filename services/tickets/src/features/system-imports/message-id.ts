import { createHash } from 'node:crypto'

import { messageId, type MessageId } from '@balcao/contracts'

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/**
 * The id of a message of another system: the same each time, so that quotes find it and a repeat writes nothing twice; like ours it
 * begins with its time (UUIDv7), because erasing looks for quotes among later ids.
 */
export function buildMessageId(source: string, sourceId: string, createdAt: Date): MessageId {
  const digest = createHash('sha256').update(`${source}\n${sourceId}`).digest()
  const time = hex(Math.max(0, createdAt.getTime()), 12).slice(-12)
  const variant = hex(((digest[2] ?? 0) & 0x3f) | 0x80, 2)
  const random = digest.toString('hex')
  return messageId(
    `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(6, 8)}-${random.slice(8, 20)}`,
  )
}
