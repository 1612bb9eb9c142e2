import { queueId, ticketId as toTicketId, userId as toUserId, type CompanyId } from '@balcao/contracts'
import type { SocketRoom } from '@balcao/contracts/wire'

import { rooms, type Room, type TicketAssignment } from './rooms'

interface OfCompany {
  companyId: CompanyId
}
interface OfTicket extends OfCompany {
  ticketId: number
  place: TicketAssignment
}
/** Those who saw the ticket at its `former` place and do not see it at its place now. */
interface OfFormerPlace extends OfCompany {
  former: TicketAssignment
  place: TicketAssignment
}
interface OfUsers extends OfCompany {
  userIds: readonly number[]
}
interface OfAuthor extends OfCompany {
  authorId: number
}

/**
 * Rooms of everyone who may see a ticket with this assignment: administrators, its queue (or users who see
 * unqueued tickets), its user. A test compares it with the contracts' `maySeeTicket`.
 */
export function ticketRooms(companyId: CompanyId, place: TicketAssignment): Room[] {
  return [
    rooms.admins(companyId),
    place.queueId ? rooms.queue(companyId, queueId(place.queueId)) : rooms.noQueue(companyId),
    ...(place.userId ? [rooms.user(companyId, toUserId(place.userId))] : []),
  ]
}

const listViewerRooms = ({ companyId, ticketId, place }: OfTicket): Room[] => [
  ...ticketRooms(companyId, place),
  rooms.ticket(companyId, toTicketId(ticketId)),
]

function listFormerRooms({ companyId, former, place }: OfFormerPlace): Room[] {
  const stay = ticketRooms(companyId, place)
  return ticketRooms(companyId, former).filter((room) => !stay.includes(room))
}

const listUserRooms = ({ companyId, userIds }: OfUsers): Room[] =>
  userIds.map((id) => rooms.user(companyId, toUserId(id)))

/** The rooms for each word of the table. */
export const audiences = {
  company: ({ companyId }: OfCompany) => [rooms.company(companyId)],
  'company and payers': ({ companyId }: OfCompany) => [rooms.company(companyId), rooms.payment(companyId)],
  admins: ({ companyId }: OfCompany) => [rooms.admins(companyId)],
  'admins and payers': ({ companyId }: OfCompany) => [rooms.admins(companyId), rooms.payment(companyId)],
  viewers: listViewerRooms,
  'viewers or former': (to: OfTicket | OfFormerPlace) =>
    'former' in to ? listFormerRooms(to) : listViewerRooms(to),
  members: listUserRooms,
  'members or former': listUserRooms,
  'author and admins': ({ companyId, authorId }: OfAuthor) => [
    rooms.user(companyId, toUserId(authorId)),
    rooms.admins(companyId),
  ],
  'company or author': ({ companyId, authorId, isCompanyWide }: OfAuthor & { isCompanyWide: boolean }) => [
    isCompanyWide ? rooms.company(companyId) : rooms.user(companyId, toUserId(authorId)),
  ],
  readers: ({ companyId, isForAgents }: OfCompany & { isForAgents: boolean }) => [
    isForAgents ? rooms.company(companyId) : rooms.admins(companyId),
  ],
  // An effect selects and tells the session's sockets: those of the user's other sessions are in the same room.
  session: () => [],
} satisfies Record<SocketRoom, (to: never) => Room[]>

/** What the rooms of a word are computed from. */
export type Addressee<R extends SocketRoom> = Parameters<(typeof audiences)[R]>[0]
