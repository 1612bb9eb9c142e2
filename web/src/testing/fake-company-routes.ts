/* An in-memory server for tests: the routes of the ticket screen over plain arrays, with the server's rules. */

import { buildConnection } from './builders'
import { queues, tags } from './desk-builders'
import { toRecord, type DeskState, type FakeRoute } from './fake-desk-state'

const COMPANY = 1

export const createCompanyRoutes = ({ data, nextAt, head, saveTicket, announce }: DeskState): FakeRoute[] => [
  ['POST', /^\/auth\/refresh_token$/, () => ({ token: 'fake', user: data.me })],
  [
    'GET',
    /^\/companies\/listPlan\/\d+$/,
    () => ({
      id: COMPANY,
      name: 'Aurora',
      dueDate: null,
      plan: {
        id: 1,
        name: 'Plano',
        useSchedules: true,
        useKanban: true,
        useCampaigns: true,
        useInternalChat: true,
        useExternalApi: true,
        useOpenAi: true,
        useIntegrations: true,
      },
    }),
  ],
  [
    'GET',
    /^\/subscription\/media-usage$/,
    () => ({ usedBytes: 0, allowedBytes: 0, isCounted: true, isFull: false }),
  ],
  ['GET', /^\/queue$/, () => queues],
  ['GET', /^\/tags\/list$/, () => tags],
  ['GET', /^\/quick-messages\/list$/, () => []],
  ['GET', /^\/announcements$/, () => ({ records: [], count: 0, hasMore: false })],
  ['GET', /^\/chats$/, () => ({ records: [], count: 0, hasMore: false })],
  ['POST', /^\/tags$/, ({ body }) => ({ id: 99, name: toRecord(body).name, color: '#A4CCCC', kanban: 0 })],
  [
    'POST',
    /^\/tags\/sync$/,
    ({ body }) => {
      const { ticketId, tags: chosen } = toRecord(body)
      const wanted = (chosen as { id: number }[]).map(({ id }) => id)
      const saved = saveTicket(
        Number(ticketId),
        { tags: tags.filter(({ id }) => wanted.includes(id)) },
        false,
      )
      announce(saved)
      return saved
    },
  ],
  [
    'GET',
    /^\/users\/list$/,
    () => [
      { id: 1, name: 'Marina', email: '', queues: [] },
      { id: 2, name: 'Rafael', email: '', queues: [] },
    ],
  ],
  [
    'GET',
    /^\/users$/,
    () => ({ users: [{ id: 2, name: 'Rafael', online: true }], count: 1, hasMore: false }),
  ],
  [
    'GET',
    /^\/whatsapp$/,
    () => [
      buildConnection({ id: 1, name: 'WhatsApp Loja', status: 'CONNECTED', isDefault: true }),
      buildConnection({ id: 2, name: 'Matriz', status: 'DISCONNECTED', isDefault: false }),
    ],
  ],
  [
    'GET',
    /^\/contacts$/,
    ({ query }) => {
      const words = (query.get('searchParam') ?? '').toLowerCase()
      const contacts = data.tickets
        .map(({ contact }) => contact)
        .filter(({ name }) => name.toLowerCase().includes(words))
      return { contacts, count: contacts.length, hasMore: false }
    },
  ],
  [
    'GET',
    /^\/ticket-notes\/list$/,
    ({ query }) => data.notes.filter(({ contactId }) => contactId === Number(query.get('contactId'))),
  ],
  [
    'POST',
    /^\/ticket-notes$/,
    ({ body }) => {
      const { note, ticketId, contactId } = toRecord(body)
      const saved = {
        id: data.notes.length + 100,
        note: String(note),
        ticketId: Number(ticketId),
        contactId: Number(contactId),
        user: { id: data.me.id, name: data.me.name },
        createdAt: nextAt(),
      }
      data.notes = [saved, ...data.notes]
      return saved
    },
  ],
  [
    'DELETE',
    /^\/ticket-notes\/(\d+)$/,
    (_request, [id]) => {
      data.notes = data.notes.filter((note) => note.id !== Number(id))
      return { message: 'note deleted' }
    },
  ],
  [
    'GET',
    /^\/schedules$/,
    ({ query }) => {
      const schedules = data.schedules.filter(({ contactId }) => contactId === Number(query.get('contactId')))
      return { schedules, count: schedules.length, hasMore: false }
    },
  ],
  ['GET', /^\/sync$/, () => ({ events: [], seq: head(), hasMore: false, reset: false })],
]
