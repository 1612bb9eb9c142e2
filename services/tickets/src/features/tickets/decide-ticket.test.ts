import {
  companyId,
  connectionId,
  contactId,
  messageId,
  queueId,
  startBot,
  ticketId,
  userId,
} from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import { decideTicket } from './decide-ticket'
import { buildReopenCommand } from './open-ticket'
import { isWithinReopenWindow, newTicket, type LastMessage, type Ticket } from './ticket'
import type { AddedMessage, TicketCommand } from './ticket-command'
import { interpretPatch, type TicketPatch } from './ticket-patch'

const noon = new Date('2026-11-20T15:00:00Z')
const later = new Date('2026-11-20T15:00:07Z')
const ana = userId(3)
const bruno = userId(4)
const vendas = queueId(1)
const suporte = queueId(2)

const buildTicket = (fields: Partial<Ticket> = {}): Ticket => ({
  ...newTicket(
    {
      uuid: '019a0000-0000-7000-8000-000000000099',
      companyId: companyId(7),
      contactId: contactId(5),
      connectionId: connectionId(1),
      status: 'pending',
      userId: null,
      queueId: vendas,
      isGroup: false,
    },
    noon,
  ),
  id: ticketId(99),
  unreadMessages: 2,
  messageSeq: 4,
  version: 10,
  chatbot: true,
  useIntegration: true,
  promptId: 6,
  integrationId: 7,
  updatedAt: new Date(0),
  ...fields,
})

const shown: LastMessage = {
  id: messageId('019a0000-0000-7000-8000-000000000002'),
  text: 'oi',
  kind: 'chat',
  fromMe: true,
  ack: 1,
  at: noon,
  userId: null,
}
const pending = buildTicket({ chatbot: false })
const open = buildTicket({ status: 'open', userId: bruno, chatbot: false })
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

const fields = {}

const decide = (ticket: Ticket, command: TicketCommand) => decideTicket(ticket, command, { now: noon })

/** The ticket after a command that must change it. */
function changed(ticket: Ticket, command: TicketCommand) {
  const decision = decide(ticket, command)
  if (decision.kind !== 'changed') throw new Error(`${command.kind}: ${decision.kind}`)
  return decision.change
}

describe('what an agent may do', () => {
  const changes: [string, Ticket, TicketCommand, Partial<Ticket>][] = [
    [
      'accepts a pending ticket',
      pending,
      { kind: 'accept', agent: ana, fields },
      { status: 'open', userId: ana, queueId: vendas },
    ],
    [
      'accepts one without a queue into a queue',
      buildTicket({ queueId: null }),
      { kind: 'accept', agent: ana, queueId: suporte, fields },
      { status: 'open', queueId: suporte },
    ],
    [
      'returns an open one to its queue',
      open,
      { kind: 'return', fields },
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
    [
      'resolves one whose texts wait',
      open,
      { kind: 'resolve', agent: ana, asksRating: true, textDueAt: later },
      { status: 'closed', closedAt: noon, textDueAt: later, ratingAt: later },
    ],
    [
      'reopens it before they leave',
      buildTicket({ status: 'closed', textDueAt: later, ratingAt: later }),
      { kind: 'reopen', agent: ana, fields },
      { status: 'open', textDueAt: null, ratingAt: null },
    ],
    ['resolves a pending one', pending, { kind: 'resolve', agent: ana }, { status: 'closed', userId: ana }],
    [
      'reopens a closed one',
      closed,
      { kind: 'reopen', agent: ana, fields },
      { status: 'open', userId: ana, queueId: vendas, closedAt: null },
    ],
    [
      'hands an open one to a colleague',
      open,
      { kind: 'transfer', to: { kind: 'agent', agent: ana }, fields },
      { status: 'open', userId: ana, queueId: vendas },
    ],
    [
      'moves one to another queue, where it waits',
      open,
      { kind: 'transfer', to: { kind: 'queue', queueId: suporte }, fields },
      { status: 'pending', userId: null, queueId: suporte },
    ],
    [
      'moves one to another connection, as it is',
      open,
      { kind: 'transfer', to: { kind: 'connection', connectionId: connectionId(2) }, fields },
      { status: 'open', userId: bruno, connectionId: connectionId(2) },
    ],
    [
      'carries integration fields over',
      pending,
      { kind: 'accept', agent: ana, fields: { useIntegration: false, promptId: null } },
      { useIntegration: false, promptId: null, integrationId: 7 },
    ],
  ]

  it.each(changes)('%s', (_name, ticket, command, expected) => {
    expect(changed(ticket, command)).toMatchObject({
      before: ticket,
      after: expected,
      previous: { status: ticket.status, queueId: ticket.queueId, userId: ticket.userId },
      movesUp: true,
      texts: [],
    })
  })

  const conflicts: [string, Ticket, TicketCommand][] = [
    ['accept what a colleague has', open, { kind: 'accept', agent: ana, fields }],
    ['accept what is closed', closed, { kind: 'accept', agent: ana, fields }],
    ['return what is closed', closed, { kind: 'return', fields }],
    ['reopen what is not closed', open, { kind: 'reopen', agent: ana, fields }],
    ['do anything after a lost race', pending, { kind: 'lost-race' }],
  ]

  it.each(conflicts)('cannot %s', (_name, ticket, command) => {
    expect(decide(ticket, command)).toEqual({ kind: 'conflict' })
  })

  const nothings: [string, Ticket, TicketCommand][] = [
    ['resolving what is resolved', closed, { kind: 'resolve', agent: ana }],
    ['returning what waits', pending, { kind: 'return', fields }],
    ['handing to who has it', open, { kind: 'transfer', to: { kind: 'agent', agent: bruno }, fields }],
    ['carrying nothing', open, { kind: 'set-fields', fields }],
  ]

  it.each(nothings)('%s changes nothing', (_name, ticket, command) => {
    expect(decide(ticket, command)).toEqual({ kind: 'unchanged' })
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
      'closed resolves for the caller, any named agent aside',
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
      'a queue alone transfers to the queue',
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
    ['no user returns', open, { userId: null }, { kind: 'return' }],
    [
      'integration fields alone are fields',
      open,
      { useIntegration: false },
      { kind: 'set-fields', fields: { useIntegration: false } },
    ],
  ]

  it.each(meanings)('%s', (_name, ticket, patch, expected) => {
    expect(interpretPatch(ticket, patch, anaAsking)).toMatchObject(expected)
  })
})

describe('messages', () => {
  const message: AddedMessage = {
    id: messageId('019a0000-0000-7000-8000-000000000001'),
    preview: 'oi',
    kind: 'chat',
    ack: 0,
    userId: undefined,
    createdAt: noon,
    fromMe: false,
  }
  const add = (...messages: AddedMessage[]) =>
    changed(pending, { kind: 'add-messages', messages, answers: [] }).after

  it('of the customer raise the unread count', () => {
    expect(add(message, message)).toMatchObject({
      unreadMessages: 4,
      messageSeq: 6,
      lastMessage: { text: 'oi', at: noon },
    })
  })

  it('of ours do not', () => {
    expect(add({ ...message, fromMe: true }).unreadMessages).toBe(2)
  })

  it('that are notices are waited for by nobody, and lists do not show them', () => {
    const { messageSeq, unreadMessages, lastMessage, lastReceived } = add({
      ...message,
      kind: 'numberChanged',
    })
    expect(messageSeq).toBe(pending.messageSeq + 1)
    expect({ unreadMessages, lastMessage, lastReceived }).toEqual({
      unreadMessages: pending.unreadMessages,
      lastMessage: pending.lastMessage,
      lastReceived: pending.lastReceived,
    })
  })

  it('are answered with the texts that came along', () => {
    const answers = [{ body: 'we call back' }]
    const command = { kind: 'add-messages' as const, messages: [message], answers }
    expect(changed(pending, command).texts).toEqual(answers)
  })

  it('move the ticket to the queue that the bot chose', () => {
    const bot = { ...startBot(suporte), step: { at: 'options' as const, parentId: null } }
    const command = { kind: 'add-messages' as const, messages: [message], answers: [], bot }
    expect(changed(pending, command).after).toMatchObject({ queueId: suporte, chatbot: true, bot })
  })

  it('that were all there already change nothing', () => {
    expect(decide(pending, { kind: 'add-messages', messages: [], answers: [] })).toEqual({
      kind: 'unchanged',
    })
  })
})

describe('a ticket in a menu of the bot', () => {
  const inMenu = buildTicket({ chatbot: true, bot: { ...startBot(null), step: { at: 'menu' } } })
  const commands: [string, TicketCommand][] = [
    ['an agent accepts', { kind: 'accept', agent: ana, fields: {} }],
    ['is returned', { kind: 'return', fields: {} }],
    ['is transferred', { kind: 'transfer', to: { kind: 'queue', queueId: suporte }, fields: {} }],
  ]
  it.each(commands)('that %s leaves it', (_, command) => {
    expect(changed(inMenu, command).after).toMatchObject({ chatbot: false, bot: { step: { at: 'waiting' } } })
  })
  it('that is resolved begins anew the next time', () => {
    expect(changed(inMenu, { kind: 'resolve', agent: ana }).after).toMatchObject({
      chatbot: false,
      bot: null,
    })
  })
})

describe('since when a ticket waits', () => {
  const before = new Date('2026-11-20T14:00:00Z')
  const justNow = new Date(noon.getTime() - 60_000)
  const waiting = { ...pending, pendingAt: before }
  const toQueue: TicketCommand = { kind: 'transfer', to: { kind: 'queue', queueId: suporte }, fields }
  const rows: [string, Ticket, TicketCommand, Date | null][] = [
    ['in another queue: as before', waiting, toQueue, before],
    ['accepted: no more', waiting, { kind: 'accept', agent: ana, fields }, null],
    ['returned: from then on', { ...open, pendingAt: null }, { kind: 'return', fields }, noon],
    [
      'closed, and back at once: as before',
      { ...closed, pendingAt: before, closedAt: justNow },
      toQueue,
      before,
    ],
    ['closed long ago, and back: from then on', { ...closed, pendingAt: before }, toQueue, noon],
    [
      'that the customer writes to again: from then on',
      { ...closed, pendingAt: before },
      { kind: 'reopen-for-customer', queueId: null },
      noon,
    ],
  ]
  it.each(rows)('%s', (_name, ticket, command, pendingAt) =>
    expect(changed(ticket, command).after.pendingAt).toEqual(pendingAt),
  )

  it('is kept by a closing', () =>
    expect(changed(waiting, { kind: 'resolve', agent: ana }).after.pendingAt).toEqual(before))
})

describe('what does not move a ticket up in lists', () => {
  const commands: [string, Ticket, TicketCommand][] = [
    [
      'another last message',
      open,
      { kind: 'show-message', shown: { lastMessage: { ...shown, ack: 3 }, lastReceived: null } },
    ],
    ['reading it', open, { kind: 'clear-unread', messages: 1 }],
    ['its tags', open, { kind: 'change-tags' }],
    ['its contact', open, { kind: 'change-contact', contactId: contactId(6), closes: false }],
    [
      'a contact that it is closed for already',
      closed,
      { kind: 'change-contact', contactId: contactId(6), closes: true },
    ],
  ]

  it.each(commands)('%s', (_name, ticket, command) => {
    expect(changed(ticket, command).movesUp).toBe(false)
  })

  it('but closing it for another contact does', () => {
    const { after, movesUp } = changed(open, {
      kind: 'change-contact',
      contactId: contactId(6),
      closes: true,
    })
    expect([movesUp, after.status, after.contactId, after.userId]).toEqual([true, 'closed', 6, bruno])
  })
})

describe('reading a ticket', () => {
  const answered = { ...open, unreadMessages: 0 }

  it.each([
    [{ ...open, unreadMessages: 2 }, 0, 'changed'],
    // An answer clears the count, and the messages are still to be marked as read on open screens.
    [answered, 1, 'changed'],
    [answered, 0, 'unchanged'],
  ])('%#: is told when a count or a message changed', (ticket, messages, kind) => {
    expect(decide(ticket, { kind: 'clear-unread', messages }).kind).toBe(kind)
  })
})

describe('a queue that goes', () => {
  it('leaves its tickets without one, to whom they are assigned', () => {
    expect(changed(open, { kind: 'leave-queue' }).after).toMatchObject({
      queueId: null,
      userId: bruno,
      status: 'open',
    })
  })
})

describe('a closed ticket', () => {
  it('loses queue and agent when the customer writes', () => {
    expect(changed(closed, { kind: 'reopen-for-customer', queueId: null }).after).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: null,
      closedAt: null,
      chatbot: false,
    })
  })

  it('keeps its queue when it is reopened without one', () => {
    const waiting = buildReopenCommand({ status: 'pending', userId: null, queueId: null })
    const taken = buildReopenCommand({ status: 'open', userId: ana, queueId: null })
    expect(changed(closed, waiting).after).toMatchObject({ status: 'pending', userId: null, queueId: vendas })
    expect(changed(closed, taken).after).toMatchObject({ status: 'open', userId: ana, queueId: vendas })
    const moved = buildReopenCommand({ status: 'open', userId: ana, queueId: suporte })
    expect(changed(closed, moved).after).toMatchObject({ queueId: suporte })
  })

  it('may be reopened up to the last minute of the window', () => {
    const at = (minutes: number) =>
      isWithinReopenWindow(
        { closedAt: noon, updatedAt: noon },
        120,
        new Date(noon.getTime() + minutes * 60_000),
      )
    expect([at(0), at(120), at(120.1)]).toEqual([true, true, false])
  })

  it('keeps its agent when none is named', () => {
    expect(changed(open, { kind: 'resolve', agent: null }).after.userId).toBe(bruno)
  })
})
