import type { MessageView } from '@balcao/contracts'

import { toRecord, type DeskState, type FakeRoute } from './fake-desk-state'

const MESSAGES_PAGE = 20

/* Of tickets before it of the same contact, oldest first. */
const createListEarlier =
  ({ data, findTicket }: Pick<DeskState, 'data' | 'findTicket'>) =>
  (id: number): MessageView[] => {
    const contactId = findTicket(id)?.contactId
    const earlier = data.tickets.filter((ticket) => ticket.id < id && ticket.contactId === contactId)
    return data.messages
      .filter(({ ticketId }) => earlier.some((ticket) => ticket.id === ticketId))
      .sort((left, right) => left.ticketId - right.ticketId || left.seq - right.seq)
  }

export const createMessageRoutes = (state: DeskState): FakeRoute[] => {
  const { data, findTicket, append, changeMessage } = state
  const listEarlier = createListEarlier(state)
  return [
    [
      'GET',
      /^\/messages\/(\d+)$/,
      ({ query }, [id]) => {
        const before = Number(query.get('before') ?? Infinity)
        const all = data.messages
          .filter((message) => message.ticketId === Number(id) && message.seq < before)
          .sort((left, right) => left.seq - right.seq)
        return {
          messages: all.slice(-MESSAGES_PAGE),
          hasMore: all.length > MESSAGES_PAGE,
          hasEarlier: listEarlier(Number(id)).length > 0,
          count: all.length,
          ticket: findTicket(Number(id)),
        }
      },
    ],
    [
      'GET',
      /^\/messages\/(\d+)\/earlier$/,
      (_request, [id]) => {
        const messages = listEarlier(Number(id))
        const tickets = data.tickets.filter((ticket) =>
          messages.some(({ ticketId }) => ticketId === ticket.id),
        )
        return { messages, tickets, hasMore: false }
      },
    ],
    [
      'GET',
      /^\/messages\/(\d+)\/search$/,
      ({ query }, [id]) => {
        const words = query.get('searchParam') ?? ''
        const own = data.messages.filter(({ ticketId }) => ticketId === Number(id))
        const found = [...listEarlier(Number(id)), ...own].filter(({ body }) => body.includes(words))
        return { messageIds: found.map((message) => message.id).reverse(), hasMore: false }
      },
    ],
    [
      'POST',
      /^\/messages\/forward$/,
      ({ body }) => {
        const { messageIds, ticketIds } = toRecord(body) as { messageIds: string[]; ticketIds: number[] }
        const originals = data.messages.filter(({ id }) => messageIds.includes(id))
        const copy = (ticketId: number, { body: text, mediaType, media, location }: MessageView) =>
          append(ticketId, {
            body: text,
            mediaType,
            media,
            location,
            fromMe: true,
            ack: 0,
            marks: ['forwarded'],
          })
        return { messages: ticketIds.flatMap((id) => originals.map((original) => copy(id, original))) }
      },
    ],
    [
      'POST',
      /^\/messages\/(\d+)$/,
      ({ body }, [id]) => {
        const { body: text, clientId, quotedMsgId } = toRecord(body)
        const known = data.messages.find((message) => message.clientId === clientId && clientId !== undefined)
        const quoted = data.messages.find((message) => message.id === quotedMsgId)
        const message =
          known ??
          append(Number(id), {
            body: String(text),
            fromMe: true,
            ack: 0,
            clientId: typeof clientId === 'string' ? clientId : null,
            quotedMsg: quoted
              ? {
                  id: quoted.id,
                  body: quoted.body,
                  mediaType: quoted.mediaType,
                  fromMe: quoted.fromMe,
                  senderName: quoted.senderName,
                }
              : null,
          })
        return { messages: [message] }
      },
    ],
    ['DELETE', /^\/messages\/(.+)$/, (_request, [id]) => changeMessage(id, { isDeleted: true })],
    [
      'PUT',
      /^\/messages\/(.+)$/,
      ({ body }, [id]) => changeMessage(id, { body: String(toRecord(body).body), isEdited: true }),
    ],
    [
      'POST',
      /^\/messages\/([^/]+)\/reactions$/,
      ({ body }, [id]) => {
        const emoji = String(toRecord(body).emoji)
        return changeMessage(id, {
          reactions: emoji === '' ? [] : [{ emoji, count: 1, mine: true, names: [] }],
        })
      },
    ],
  ]
}
