import type { UserView } from '@balcao/contracts'

import { buildTicket } from '../../../testing/desk-builders'
import { listColleagues } from './colleagues'
import { planTicketAction, planUndo } from './ticket-actions'
import { transferPatch } from './transfer-dialog'

const me = { id: 7, name: 'Ana' }
const carried = { queueId: 1, useIntegration: true, promptId: 4, integrationId: 5 }
const ticket = buildTicket({ useIntegration: true, promptId: 4, integrationId: 5 })

describe('what a move sends', () => {
  it.each([
    ['accept', { status: 'open', userId: 7, ...carried, expectedStatus: 'pending' }],
    ['return', { status: 'pending', userId: null, ...carried }],
    [
      'resolve',
      {
        status: 'closed',
        userId: 7,
        queueId: 1,
        useIntegration: false,
        promptId: null,
        integrationId: null,
        // The customer is told once the toast is gone.
        undoSeconds: 7,
      },
    ],
    ['reopen', { status: 'open', userId: 7, queueId: 1, expectedStatus: 'closed' }],
  ] as const)('%s', (move, body) => expect(planTicketAction(move, ticket, me).patch).toEqual(body))

  it('shows the ticket as mine at once', () =>
    expect(planTicketAction('accept', buildTicket({ status: 'pending' }), me).shown).toMatchObject({
      status: 'open',
      userId: 7,
      user: { name: 'Ana' },
    }))
})

describe('undoing that a ticket was resolved', () => {
  it.each([
    ['pending', null, { status: 'pending', userId: null }],
    ['open', 9, { status: 'open', userId: 9 }],
  ] as const)('makes it %s again, for whom it was', (status, userId, was) => {
    const before = { ...ticket, status, userId, user: userId === null ? null : { id: userId, name: 'Rui' } }
    const closed = planTicketAction('resolve', before, me).shown
    const { patch, shown } = planUndo(before, closed)
    expect(patch).toEqual({ ...was, ...carried, expectedStatus: 'closed' })
    expect(shown).toMatchObject({ ...was, queueId: 1, user: before.user })
  })
})

describe('who a ticket can be transferred to', () => {
  const queue = (id: number, name: string) => ({ id, name, color: '#000000' })
  const user = (id: number, name: string, online: boolean, ...queues: UserView['queues']) =>
    ({ id, name, online, queues }) as UserView
  it('is listed by queue, the ticket’s first, and online first', () => {
    const users = [
      user(1, 'Zoé', false, queue(2, 'Suporte')),
      user(2, 'Ana', false, queue(2, 'Suporte'), queue(1, 'Vendas')),
      user(3, 'Rui', true, queue(1, 'Vendas')),
      user(4, 'Eva', true, queue(2, 'Suporte')),
      user(5, 'Leo', true),
      user(7, 'Agente', true, queue(1, 'Vendas')),
    ]
    const listed = listColleagues(users, { queueId: 1, queue: queue(1, 'Vendas'), userId: 7 })
    expect(listed.map(({ user: { name }, queueName }) => `${queueName} ${name}`)).toEqual([
      'Vendas Rui',
      'Vendas Ana',
      'Suporte Eva',
      'Suporte Zoé',
      ' Leo',
    ])
  })
})

describe('what a transfer sends', () => {
  const rafael: UserView = {
    id: 2,
    name: 'Rafael',
    email: '',
    profile: 'user',
    companyId: 1,
    company: { id: 1, name: 'Loja' },
    super: false,
    allTicket: 'desabled',
    whatsappId: null,
    queues: [],
    queueIds: [],
    online: true,
    emailConfirmed: true,
    createdAt: '',
  }
  it('only a queue: pending and unassigned', () =>
    expect(transferPatch({ user: null, queueId: 3, whatsappId: '' })).toEqual({
      queueId: 3,
      status: 'pending',
      userId: null,
    }))
  it('a user', () =>
    expect(transferPatch({ user: { ...rafael, queues: [] }, queueId: '', whatsappId: 1 })).toEqual({
      userId: 2,
      whatsappId: 1,
    }))
  it('a user in another queue', () =>
    expect(transferPatch({ user: { ...rafael, queues: [] }, queueId: 3, whatsappId: '' })).toEqual({
      userId: 2,
      queueId: 3,
    }))
})
