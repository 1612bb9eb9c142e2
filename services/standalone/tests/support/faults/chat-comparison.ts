import { createHash } from 'node:crypto'

import type { MessagesPage, MessageView, SimulatorOutboundItem } from '@balcao/contracts'

import { createApiCall } from '../company'
import { readMessages } from '../read-messages'
import type { FaultDesk } from './fault-desk'
import type { Chat, Written } from './traffic'

const hashBytes = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex')

async function fileHash(url: string, link: string, token: string): Promise<string> {
  const answer = await fetch(new URL(link, url), { headers: { authorization: `Bearer ${token}` } })
  return answer.status === 200 ? hashBytes(await answer.arrayBuffer()) : `status ${answer.status}`
}

/** A conversation as the API returns it, oldest first, without cached pages. */
export const readConversation = (chat: Chat): Promise<MessageView[]> =>
  readMessages(chat.ticketId, (path) => chat.agent.insist<MessagesPage>('read', { method: 'GET', path }))

const asWritten = async (
  { url, token }: { url: string; token: string },
  items: readonly { body: string; link: string | null | undefined }[],
): Promise<Written[]> => {
  const seen: Written[] = []
  for (const { body, link } of items)
    seen.push({ body, ...(link ? { sha256: await fileHash(url, link, token) } : {}) })
  return seen
}

/** How many received files are not there yet: one that came while the store, or billing, was away is fetched again. */
export async function countMissingFiles(chat: Chat): Promise<number> {
  const shown = (await readConversation(chat)).filter(({ fromMe }) => !fromMe)
  return chat.inbound.filter(({ sha256 }) => sha256).length - shown.filter(({ mediaUrl }) => mediaUrl).length
}

/** A conversation as the phone and the desk have it, files by their hash. */
export async function readBothSides(url: string, chat: Chat, delivered: readonly SimulatorOutboundItem[]) {
  const shown = await readConversation(chat)
  const ours = { url, token: chat.agent.accessToken }
  const side = (isOurs: boolean) =>
    asWritten(
      ours,
      shown.filter(({ fromMe }) => fromMe === isOurs).map(({ body, mediaUrl }) => ({ body, link: mediaUrl })),
    )
  const reached = delivered.filter(({ number }) => number === chat.number)
  return {
    number: chat.number,
    places: shown.map(({ seq }) => seq),
    received: await side(false),
    sent: await side(true),
    reached: await asWritten(
      ours,
      reached.map(({ body, media }) => ({ body, link: media?.url })),
    ),
    unticked: shown.filter(({ fromMe, ack }) => fromMe && ack < 1).length,
  }
}

/** The expected result of {@link readBothSides}. */
export const expectedSides = (chat: Chat) => ({
  number: chat.number,
  places: Array.from({ length: chat.inbound.length + chat.outbound.length }, (_, index) => index + 1),
  received: chat.inbound,
  sent: chat.outbound,
  reached: chat.outbound,
  unticked: 0,
})

/** What the simulated network got from a connection, in order. */
export async function readDelivered(desk: FaultDesk, connection: number): Promise<SimulatorOutboundItem[]> {
  const anonymous = createApiCall(desk.cluster.url)
  const items: SimulatorOutboundItem[] = []
  for (let after = 0; ;) {
    const path = `/simulator/outbound?connection=${connection}&after=${after}`
    const { body } = await anonymous<{ items: SimulatorOutboundItem[] }>('GET', path)
    const last = body.items.at(-1)
    if (!last) return items
    items.push(...body.items)
    after = last.cursor
  }
}
