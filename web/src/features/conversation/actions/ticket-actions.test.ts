import type { UserView } from '@balcao/contracts'

import { buildTicket } from '../../../testing/desk-builders'
import { planTicketAction } from './ticket-actions'
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
      { status: 'closed', userId: 7, queueId: 1, useIntegration: false, promptId: null, integrationId: null },
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
