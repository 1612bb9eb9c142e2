import type { SessionUserView, TicketView } from '@balcao/contracts'

import { can } from '../../lib/can'

/** Who looks at the ticket. */
export interface TicketViewer {
  me: Pick<SessionUserView, 'profile' | 'super'>
  hasSchedules: boolean
  /** The ticket's connection has message templates. */
  hasTemplates: boolean
  /** The customer hides the number, may be answered now, and the connection can ask for it. */
  mayAskNumber: boolean
}

interface CommandSpec {
  id: string
  /** Of the words of tickets. */
  label: string
  /** With Alt. */
  letter?: string
  /** Any other key. */
  keys?: { keys: string; show: string }
  isInMenu?: true
  /** Always, unless given. */
  isFor?: (status: TicketView['status'], viewer: TicketViewer) => boolean
}

/** Every action of a ticket on screen, in the order of its menu and the palette. Header, menu, keys and palette are made of these. */
const specs = [
  { id: 'accept', label: 'moves.accept', letter: 'A', isFor: (status) => status === 'pending' },
  { id: 'resolve', label: 'moves.resolve', letter: 'R', isFor: (status) => status === 'open' },
  { id: 'reopen', label: 'moves.reopen', letter: 'A', isFor: (status) => status === 'closed' },
  { id: 'return', label: 'moves.return', letter: 'B', isFor: (status) => status === 'open' },
  {
    id: 'schedule',
    label: 'menu.schedule',
    letter: 'S',
    isInMenu: true,
    isFor: (_status, { hasSchedules }) => hasSchedules,
  },
  {
    id: 'transfer',
    label: 'moves.transfer',
    letter: 'T',
    isInMenu: true,
    isFor: (status) => status !== 'closed',
  },
  { id: 'notes', label: 'menu.notes', letter: 'O', isInMenu: true },
  {
    id: 'find',
    label: 'find.title',
    keys: { keys: '$mod+KeyF', show: 'Ctrl F' },
    isInMenu: true,
  },
  { id: 'finish', label: 'moves.finish', isInMenu: true, isFor: (status) => status === 'pending' },
  { id: 'attach', label: 'composer.attach', letter: 'U', isFor: (status) => status === 'open' },
  {
    id: 'template',
    label: 'templates.send',
    letter: 'P',
    isInMenu: true,
    isFor: (status, { hasTemplates }) => status === 'open' && hasTemplates,
  },
  {
    id: 'ask-number',
    label: 'menu.askNumber',
    isInMenu: true,
    isFor: (status, { mayAskNumber }) => status === 'open' && mayAskNumber,
  },
  { id: 'tags', label: 'tags.title', letter: 'G' },
  { id: 'panel', label: 'header.panel', letter: 'I' },
  { id: 'edit-contact', label: 'contact.edit' },
  {
    id: 'delete',
    label: 'menu.delete',
    isInMenu: true,
    isFor: (_status, { me }) => can(me, 'ticket-options:deleteTicket'),
  },
] as const satisfies readonly CommandSpec[]

export type TicketCommandSpec = (typeof specs)[number]
export type TicketCommandId = TicketCommandSpec['id']

export interface TicketCommand {
  id: TicketCommandId
  label: string
  /** For the eye: `Alt A`; '' without a key. */
  show: string
  keys: string | readonly string[]
  isInMenu: boolean
  run: () => void
}

/** What this viewer may do with a ticket in this state. */
export const listTicketCommands = (status: TicketView['status'], viewer: TicketViewer): TicketCommandSpec[] =>
  specs.filter((spec: CommandSpec) => spec.isFor?.(status, viewer) ?? true)
