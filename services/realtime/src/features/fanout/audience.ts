import { queueId, ticketId as toTicketId, userId as toUserId, type CompanyId } from '@balcao/contracts'
import type { SocketRoom } from '@balcao/contracts/wire'

import { rooms, type Room, type TicketAssignment } from './rooms'

interface OfCompany {
  companyId: CompanyId
}
interface OfTicket extends OfCompany {
  ticketId: number
  assignment: TicketAssignment
}
/** Those who saw the ticket with its `former` assignment and do not see it now. */
interface OfFormerAssignment extends OfCompany {
  former: TicketAssignment
  assignment: TicketAssignment
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
export function ticketRooms(companyId: CompanyId, assignment: TicketAssignment): Room[] {
  return [
    rooms.admins(companyId),
    assignment.queueId ? rooms.queue(companyId, queueId(assignment.queueId)) : rooms.noQueue(companyId),
    ...(assignment.userId ? [rooms.user(companyId, toUserId(assignment.userId))] : []),
  ]
}

const listViewerRooms = ({ companyId, ticketId, assignment }: OfTicket): Room[] => [
  ...ticketRooms(companyId, assignment),
  rooms.ticket(companyId, toTicketId(ticketId)),
]

function listFormerRooms({ companyId, former, assignment }: OfFormerAssignment): Room[] {
  const stay = ticketRooms(companyId, assignment)
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
  'viewers or former': (to: OfTicket | OfFormerAssignment) =>
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
