import { notFound, toRecord, type DeskState, type FakeRoute } from './fake-desk-state'

const PAGE = 40

export const createTicketRoutes = ({
  data,
  emit,
  nextSeq,
  findTicket,
  saveTicket,
  announce,
  listTickets,
}: DeskState): FakeRoute[] => [
  [
    'GET',
    /^\/tickets$/,
    ({ query }) => {
      const all = listTickets(query)
      const page = Number(query.get('pageNumber') ?? '1')
      const tickets = all.slice((page - 1) * PAGE, page * PAGE)
      return { tickets, count: all.length, hasMore: all.length > page * PAGE, matches: [] }
    },
  ],
  [
    'GET',
    /^\/tickets\/u\/(.+)$/,
    (_request, [uuid]) => data.tickets.find((ticket) => ticket.uuid === uuid) ?? notFound,
  ],
  ['GET', /^\/tickets\/(\d+)$/, (_request, [id]) => findTicket(Number(id)) ?? notFound],
  [
    'POST',
    /^\/tickets$/,
    ({ body }) => {
      const { contactId } = toRecord(body)
      const busy = data.tickets.find((ticket) => ticket.contactId === contactId && ticket.status !== 'closed')
      if (!busy) return notFound
      const { id, uuid, status, userId, user, queueId, queue } = busy
      return {
        status: 409,
        body: {
          error: JSON.stringify({
            code: 'ERR_OTHER_OPEN_TICKET',
            id,
            uuid,
            status,
            userId,
            user,
            queueId,
            queue,
          }),
        },
      }
    },
  ],
  [
    'PUT',
    /^\/tickets\/(\d+)$/,
    ({ body }, [id]) => {
      const { expectedStatus, ...patch } = toRecord(body)
      const ticket = findTicket(Number(id))
      if (!ticket) return notFound
      if (expectedStatus !== undefined && expectedStatus !== ticket.status) {
        const { uuid, status, userId, user, queueId, queue } = ticket
        return {
          status: 409,
          body: {
            error: JSON.stringify({
              code: 'ERR_OTHER_OPEN_TICKET',
              id: ticket.id,
              uuid,
              status,
              userId,
              user,
              queueId,
              queue,
            }),
          },
        }
      }
      const user = patch.userId === data.me.id ? { id: data.me.id, name: data.me.name } : null
      const saved = saveTicket(Number(id), { ...patch, user })
      announce(saved)
      return saved
    },
  ],
  [
    'POST',
    /^\/tickets\/(\d+)\/read$/,
    (_request, [id]) => {
      const saved = saveTicket(Number(id), { unreadMessages: 0 }, false)
      if (saved)
        emit({ seq: nextSeq(), channel: 'ticket', payload: { action: 'updateUnread', ticketId: saved.id } })
      return { status: 204, body: null }
    },
  ],
  [
    'DELETE',
    /^\/tickets\/(\d+)$/,
    (_request, [id]) => {
      data.tickets = data.tickets.filter((ticket) => ticket.id !== Number(id))
      emit({ seq: nextSeq(), channel: 'ticket', payload: { action: 'delete', ticketId: Number(id) } })
      return { message: 'ticket deleted' }
    },
  ],
]
