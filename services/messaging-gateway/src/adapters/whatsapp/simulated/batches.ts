import type { Readable } from 'node:stream'

import type { Untaken } from './inbound-ledger'

/** A whole stream in memory: the ledger stores files as values. */
export async function readBytes(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)))
  return Buffer.concat(chunks)
}

/** Each chat's messages, in order. */
export function groupByChat(messages: readonly Untaken[]): Untaken[][] {
  const chats = new Map<string, Untaken[]>()
  for (const message of messages) chats.set(message.chat, [...(chats.get(message.chat) ?? []), message])
  return [...chats.values()]
}

/** Groups adjacent receipts with the same ack, order kept. */
export function listRuns<R extends { ack: 2 | 3 | 4 }>(receipts: readonly R[]): [2 | 3 | 4, R[]][] {
  const runs: [2 | 3 | 4, R[]][] = []
  for (const receipt of receipts) {
    const last = runs.at(-1)
    if (last?.[0] === receipt.ack) last[1].push(receipt)
    else runs.push([receipt.ack, [receipt]])
  }
  return runs
}
