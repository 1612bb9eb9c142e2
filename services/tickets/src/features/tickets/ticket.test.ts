import { companyId, connectionId, contactId, queueId, ticketId, userId } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import {
  decideTicket,
  isWithinReopenWindow,
  resolved,
  reopenedByCustomer,
  withMessage,
  type Ticket,
  type TicketCommand,
} from './ticket'
import { interpretPatch, type TicketPatch } from './ticket-patch'

const noon = new Date('2026-11-20T15:00:00Z')
const ana = userId(3)
const bruno = userId(4)
const vendas = queueId(1)
const suporte = queueId(2)

const buildTicket = (fields: Partial<Ticket> = {}): Ticket => ({
  id: ticketId(99),
  uuid: '019a0000-0000-7000-8000-000000000099',
  companyId: companyId(7),
  contactId: contactId(5),
  connectionId: connectionId(1),
  status: 'pending',
  userId: null,
  queueId: vendas,
  isGroup: false,
  unreadMessages: 2,
  messageSeq: 4,
  version: 10,
  lastMessage: null,
  chatbot: true,
  useIntegration: true,
  promptId: 6,
  integrationId: 7,
  createdAt: noon,
  updatedAt: new Date(0),
  closedAt: null,
  ...fields,
})

const pending = buildTicket()
const open = buildTicket({ status: 'open', userId: bruno })
const closed = buildTicket({ status: 'closed', userId: bruno, closedAt: new Date(0) })

const anaAsking: Session = {
  userId: ana,
  companyId: companyId(7),
  name: 'Ana',
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [vendas],
  tokenVersion: 0,
  dueAt: null,
}

const carried = {}

describe('what an agent may do', () => {
  const changes: [string, Ticket, TicketCommand, Partial<Ticket>][] = [
    [
      'accepts a pending ticket',
      pending,
      { kind: 'accept', agent: ana, carried },
      { status: 'open', userId: ana, queueId: vendas },
    ],
    [
      'accepts one without a queue into a queue',
      buildTicket({ queueId: null }),
      { kind: 'accept', agent: ana, queueId: suporte, carried },
      { status: 'open', queueId: suporte },
    ],
    [
      'returns an open one to its queue',
      open,
      { kind: 'return', carried },
      { status: 'pending', userId: null, queueId: vendas },
    ],
    [
      'resolves an open one',
      open,
      { kind: 'resolve', agent: ana },
      {
        status: 'closed',
        userId: ana,
        queueId: vendas,
        useIntegration: false,
        promptId: null,
        integrationId: null,
        unreadMessages: 0,
        closedAt: noon,
      },
    ],
    ['resolves a pending one', pending, { kind: 'resolve', agent: ana }, { status: 'closed', userId: ana }],
    [
      'reopens a closed one',
      closed,
      { kind: 'reopen', agent: ana, carried },
      { status: 'open', userId: ana, queueId: vendas, closedAt: null },
    ],
    [
      'hands an open one to a colleague',
      open,
      { kind: 'transfer', to: { kind: 'agent', agent: ana }, carried },
      { status: 'open', userId: ana, queueId: vendas },
    ],
    [
      'moves one to another queue, where it waits',
      open,
      { kind: 'transfer', to: { kind: 'queue', queueId: suporte }, carried },
      { status: 'pending', userId: null, queueId: suporte },
    ],
    [
      'moves one to another connection, as it is',
      open,
      { kind: 'transfer', to: { kind: 'connection', connectionId: connectionId(2) }, carried },
      { status: 'open', userId: bruno, connectionId: connectionId(2) },
    ],
    [
      'carries integration fields over',
      pending,
      { kind: 'accept', agent: ana, carried: { useIntegration: false, promptId: null } },
      { useIntegration: false, promptId: null, integrationId: 7 },
    ],
  ]

  it.each(changes)('%s', (_name, ticket, command, expected) => {
    const decision = decideTicket(ticket, command, noon)
    expect(decision).toMatchObject({ kind: 'changed', ticket: { ...expected, version: 11, updatedAt: noon } })
  })

  const conflicts: [string, Ticket, TicketCommand][] = [
    ['accept what a colleague has', open, { kind: 'accept', agent: ana, carried }],
    ['accept what is closed', closed, { kind: 'accept', agent: ana, carried }],
    ['return what is closed', closed, { kind: 'return', carried }],
    ['reopen what is not closed', open, { kind: 'reopen', agent: ana, carried }],
    ['do anything after a lost race', pending, { kind: 'lost-race' }],
  ]

  it.each(conflicts)('cannot %s', (_name, ticket, command) => {
    expect(decideTicket(ticket, command, noon)).toEqual({ kind: 'conflict' })
  })

  const nothings: [string, Ticket, TicketCommand][] = [
    ['resolving what is resolved', closed, { kind: 'resolve', agent: ana }],
    ['returning what waits', buildTicket(), { kind: 'return', carried }],
    ['handing to who has it', open, { kind: 'transfer', to: { kind: 'agent', agent: bruno }, carried }],
    ['carrying nothing', open, { kind: 'carry', carried }],
  ]

  it.each(nothings)('%s changes nothing', (_name, ticket, command) => {
    expect(decideTicket(ticket, command, noon)).toEqual({ kind: 'unchanged' })
  })
})

describe('the one wire verb', () => {
  const meanings: [string, Ticket, TicketPatch, object][] = [
    [
      'open on pending accepts',
      pending,
      { status: 'open', userId: 3, queueId: 1 },
      { kind: 'accept', agent: ana, queueId: vendas },
    ],
    [
      'open without a user accepts for the caller',
      pending,
      { status: 'open' },
      { kind: 'accept', agent: ana },
    ],
    ['open on closed reopens', closed, { status: 'open', userId: 3 }, { kind: 'reopen', agent: ana }],
    [
      'open on open, naming oneself, came too late',
      open,
      { status: 'open', userId: 3 },
      { kind: 'lost-race' },
    ],
    [
      'open on open, naming another, hands over',
      open,
      { status: 'open', userId: 9 },
      { kind: 'transfer', to: { kind: 'agent', agent: 9 } },
    ],
    [
      'open on the own open ticket names who has it',
      buildTicket({ status: 'open', userId: ana }),
      { status: 'open', userId: 3 },
      { kind: 'transfer', to: { kind: 'agent', agent: ana } },
    ],
    [
      'another status than expected came too late',
      open,
      { status: 'open', userId: 3, expectedStatus: 'pending' },
      { kind: 'lost-race' },
    ],
    [
      'pending without a user returns',
      open,
      { status: 'pending', userId: null, queueId: 1 },
      { kind: 'return' },
    ],
    [
      'pending in another queue transfers',
      open,
      { status: 'pending', userId: null, queueId: 2 },
      { kind: 'transfer', to: { kind: 'queue', queueId: suporte } },
    ],
    [
      'pending on closed queues it again',
      closed,
      { status: 'pending', userId: null },
      { kind: 'transfer', to: { kind: 'queue', queueId: vendas } },
    ],
    [
      'closed resolves for the caller, whoever is named',
      open,
      { status: 'closed', userId: 9 },
      { kind: 'resolve', agent: ana },
    ],
    ['a user alone transfers', open, { userId: 9 }, { kind: 'transfer', to: { kind: 'agent', agent: 9 } }],
    [
      'a user and a queue transfer to both',
      open,
      { userId: 9, queueId: 2 },
      { kind: 'transfer', to: { kind: 'agent', agent: 9, queueId: suporte } },
    ],
    [
      'a queue alone transfers to nobody',
      open,
      { queueId: 2 },
      { kind: 'transfer', to: { kind: 'queue', queueId: suporte } },
    ],
    [
      'a queue and a connection transfer to both',
      open,
      { queueId: 2, whatsappId: 5 },
      { kind: 'transfer', to: { kind: 'queue', queueId: suporte, connectionId: 5 } },
    ],
    [
      'a connection alone moves it',
      open,
      { whatsappId: 5 },
      { kind: 'transfer', to: { kind: 'connection', connectionId: 5 } },
    ],
    ['nobody as user returns', open, { userId: null }, { kind: 'return' }],
    [
      'integration fields alone are carried',
      open,
      { useIntegration: false },
      { kind: 'carry', carried: { useIntegration: false } },
    ],
  ]

  it.each(meanings)('%s', (_name, ticket, patch, expected) => {
    expect(interpretPatch(ticket, patch, anaAsking)).toMatchObject(expected)
  })
})

describe('a message', () => {
  const message = {
    id: '019a0000-0000-7000-8000-000000000001' as never,
    preview: 'oi',
    kind: 'chat',
    ack: 0,
    at: noon,
  }

  it('of the customer raises the count and moves the ticket', () => {
    const after = withMessage(pending, { ...message, fromMe: false }, noon)
    expect(after).toMatchObject({
      unreadMessages: 3,
      messageSeq: 5,
      version: 11,
      updatedAt: noon,
      lastMessage: { text: 'oi' },
    })
  })

  it('of ours leaves the count', () => {
    expect(withMessage(pending, { ...message, fromMe: true }, noon).unreadMessages).toBe(2)
  })
})

describe('a closed ticket', () => {
  it('forgets queue and agent when the customer wakes it', () => {
    expect(reopenedByCustomer(closed, null)).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: null,
      closedAt: null,
      chatbot: false,
    })
  })

  it('is warm up to the last minute of the window', () => {
    const at = (minutes: number) =>
      isWithinReopenWindow(
        { closedAt: noon, updatedAt: noon },
        120,
        new Date(noon.getTime() + minutes * 60_000),
      )
    expect([at(0), at(120), at(120.1)]).toEqual([true, true, false])
  })

  it('keeps its agent when nobody is named', () => {
    expect(resolved(open, null, noon).userId).toBe(bruno)
  })
})
