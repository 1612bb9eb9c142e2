// Calls of a program whose client is generated: api-clients.slow.test.ts writes `api.ts` beside a copy of this file, compiles both and
// runs the result, which prints what it read.
import createClient from 'openapi-fetch'

import type { components, paths } from './api.ts'

const { BALCAO_URL, BALCAO_API_KEY, TICKET_ID, FOREIGN_TICKET_ID } = process.env
const api = createClient<paths>({
  ...(BALCAO_URL === undefined ? {} : { baseUrl: BALCAO_URL }),
  headers: { authorization: `Bearer ${BALCAO_API_KEY}`, prefer: 'handling=strict' },
})

const must = <T,>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T => {
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`)
  return data
}

const ticketId = Number(TICKET_ID)
const ofTicket = { params: { path: { ticketId } } }

const key: components['schemas']['ApiKeyView'] = must(await api.GET('/api-keys/current'))
const [queue] = must(await api.GET('/queue'))
const users = must(await api.GET('/users', { params: { query: { sort: '-name' } } }))
const ticket: components['schemas']['TicketView'] = must(await api.GET('/tickets/{ticketId}', ofTicket))
const sameTicket = must(await api.GET('/tickets/u/{uuid}', { params: { path: { uuid: ticket.uuid } } }))

const tag = must(await api.POST('/tags', { body: { name: 'Gerada' } }))
const second = must(await api.POST('/tags', { body: { name: 'Outra', color: '#123456' } }))
const tags = [{ id: tag.id }, { id: second.id }]
const tagged = must(await api.POST('/tags/sync', { body: { ticketId, tags } }))
const listTickets = async (ids: number[]) =>
  must(await api.GET('/tickets', { params: { query: { tags: ids, showAll: true } } })).tickets.length
const found = [await listTickets([tag.id]), await listTickets([tag.id, second.id])]
must(await api.DELETE('/tags/{tagId}', { params: { path: { tagId: second.id } } }))

const clientId = '0199d0c4-4a5e-7c53-9d35-0f4a61a0c001'
const params = { path: { id: ticketId } }
const sent = must(await api.POST('/messages/{id}', { params, body: { body: 'De um programa.', clientId } }))
const repeated = must(
  await api.POST('/messages/{id}', { params, body: { body: 'De um programa.', clientId } }),
)
const [message] = sent.messages
const page = must(
  await api.GET('/messages/{id}', { params: { path: { id: ticketId }, query: { markAsRead: false } } }),
)
const note = must(
  await api.POST('/ticket-notes', { body: { ticketId, contactId: ticket.contactId, note: 'Do programa' } }),
)
const notes = must(
  await api.GET('/ticket-notes/list', { params: { query: { contactId: ticket.contactId, ticketId } } }),
)

const contact = must(await api.POST('/contacts', { body: { name: 'Nova', number: '5511933330003' } }))
const ofContact = { params: { path: { contactId: contact.id } } }
const renamed = must(await api.PUT('/contacts/{contactId}', { ...ofContact, body: { name: 'Nova Lima' } }))
const contacts = must(await api.GET('/contacts', { params: { query: { searchParam: 'Nova' } } }))
const schedule = must(
  await api.POST('/schedules', {
    body: { contactId: contact.id, body: 'Até logo', sendAt: '2999-01-01T12:00:00Z' },
  }),
)
const events = must(await api.GET('/events', { params: { query: { after: 0, limit: 5 } } }))
const read = await api.POST('/tickets/{ticketId}/read', ofTicket)

const foreign = { params: { path: { ticketId: Number(FOREIGN_TICKET_ID) } } }
const refused = await api.GET('/tickets/{ticketId}', foreign)
const wrong = await api.POST('/tags', { body: { name: 'x' } })
const lacking = await api.GET('/campaigns')

console.log(
  JSON.stringify({
    scopes: key.scopes.length,
    queue: queue?.name,
    users: users.users.map(({ name }) => name),
    isSameTicket: sameTicket.id === ticket.id,
    tags: tagged.tags.map(({ name }) => name),
    found,
    isSentOnce: message !== undefined && message.id === repeated.messages[0]?.id,
    last: page.messages.at(-1)?.body,
    note: notes.find(({ id }) => id === note.id)?.note,
    contact: renamed.name,
    contacts: contacts.count,
    schedule: schedule.status,
    hasEvents: events.events.length > 0,
    read: read.response.status,
    refused: refused.error?.error,
    wrong: [wrong.error?.error, Object.keys(wrong.error?.fields ?? {})],
    lacking: [lacking.error?.error, lacking.error?.scope],
  }),
)
