import type { CompanyId, TicketView } from '@balcao/contracts'
import type { SignMedia } from '@balcao/contracts/wire'
import { toJsonList, withJsonField, type JsonText } from '@balcao/kernel'

import type { ListedTicket, RelatedContactField, RelatedTicketField, TicketPage } from './ticket.store'

/** The JSON of each, by id. */
const jsonById = <T extends { id: number }>(items: readonly T[]): ReadonlyMap<number, string> =>
  new Map(items.map((item) => [item.id, JSON.stringify(item)]))

/** The JSON of each owner's list. */
function jsonLists<T>(items: readonly T[], ownerOf: (item: T) => [number, object]): Map<number, string> {
  const lists = new Map<number, string>()
  for (const item of items) {
    const [owner, shown] = ownerOf(item)
    const before = lists.get(owner)
    lists.set(owner, `${before === undefined ? '' : `${before},`}${JSON.stringify(shown)}`)
  }
  return lists
}

const writeMembers = <K extends string>(values: Record<K, string>): string => {
  let text = ''
  for (const key in values) text += `,"${key}":${values[key]}`
  return text
}

/* Who or what has left is shown by its id. */
const refOrNull = (known: ReadonlyMap<number, string>, id: number, unknown: object): string =>
  id === 0 ? 'null' : (known.get(id) ?? JSON.stringify({ id, ...unknown }))

const idOrNull = (id: number): string => (id === 0 ? 'null' : String(id))

/** What `ticketView` makes of snapshots, as text: most of it was written by Postgres and is not read. */
function writeTickets(
  company: CompanyId,
  { tickets, related }: TicketPage,
  sign: SignMedia,
): JsonText<TicketView[]> {
  const users = jsonById(related.users)
  const queues = jsonById(related.queues)
  const connections = jsonById(related.connections)
  const tags = jsonLists(related.tags, ({ ticketId, ...tag }) => [ticketId, tag])
  const extraInfo = jsonLists(related.extraInfo, ({ contactId, ...info }) => [contactId, info])

  const writeContact = ({ contactId, pictureKey, contactMembers }: ListedTicket): string => {
    const picture = pictureKey === '' ? 'null' : JSON.stringify(sign(company, pictureKey))
    const rest: Record<RelatedContactField, string> = {
      profilePicUrl: picture,
      urlPicture: picture,
      extraInfo: `[${extraInfo.get(contactId) ?? ''}]`,
      // The ticket has its own connection; the contact's last one is only read with contacts.
      whatsapp: 'null',
    }
    return `{${contactMembers}${writeMembers(rest)}}`
  }
  const writeTicket = (listed: ListedTicket): string => {
    const rest: Record<RelatedTicketField, string> = {
      userId: idOrNull(listed.userId),
      user: refOrNull(users, listed.userId, { name: '' }),
      queueId: idOrNull(listed.queueId),
      queue: refOrNull(queues, listed.queueId, { name: '', color: '' }),
      whatsappId: String(listed.connectionId),
      whatsapp: refOrNull(connections, listed.connectionId, { name: '' }),
      contact: writeContact(listed),
      tags: `[${tags.get(listed.id) ?? ''}]`,
      lastMessageUser: refOrNull(users, listed.lastMessageUserId, { name: '' }),
    }
    return `{${listed.ticketMembers}${writeMembers(rest)}}`
  }
  return toJsonList(tickets.map(writeTicket))
}

/** The answer with a page of tickets. */
export const ticketPageJson = (company: CompanyId, page: TicketPage, sign: SignMedia) =>
  withJsonField(
    { count: page.count, hasMore: page.hasMore, matches: page.matches },
    'tickets',
    writeTickets(company, page, sign),
  )
