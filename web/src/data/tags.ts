/** Cache tags of RTK Query: what a change may make stale. */
export const cacheTags = [
  'Session',
  'Plan',
  'Setting',
  'CompanyHours',
  'User',
  'Connection',
  'Queue',
  'QueueOption',
  'Tag',
  'QuickMessage',
  'Chat',
  'ChatMessage',
  'Contact',
  'ContactMerges',
  'Note',
  'Schedule',
  'ContactList',
  'ContactListItem',
  'Ticket',
  'TicketList',
  'TicketLog',
  'UnreadTickets',
  'Message',
] as const

export type CacheTag = (typeof cacheTags)[number]
