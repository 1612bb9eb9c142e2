import { companyId, connectionId, messageId } from '@balcao/contracts'

import { outboundEvents } from './outbound-events'
import type { Operation, OutboundRow, OutboundState } from './outbound.store'

const stamp = { ids: { next: () => 'event', token: () => '' }, clock: { now: () => new Date(0) } }
const target = { remoteJid: '120363@g.us', participant: '55@s.whatsapp.net', fromMe: false, waId: 'A1' }
const askedAt = '2026-03-01T12:00:00.000Z'
const operations: Record<string, Operation> = {
  revoke: { operation: 'revoke', payload: { targetWaId: '3EB0T', participant: '' } },
  edit: { operation: 'edit', payload: { targetWaId: '3EB0T', body: 'novo' } },
  react: { operation: 'react', payload: { target, emoji: '👍', askedAt } },
}
const row = (operation: Operation, state: OutboundState): OutboundRow => ({
  ...operation,
  id: 1,
  companyId: companyId(1),
  connectionId: connectionId(2),
  conversationId: 'c',
  campaignId: undefined,
  byApi: false,
  lane: 'agent',
  messageId: messageId('request'),
  targetId: undefined,
  waId: '3EB0X',
  networkId: undefined,
  remoteJid: '55@s.whatsapp.net',
  state,
  failure: state === 'FAILED' ? 'ERR_X' : '',
  tries: 1,
})
const told = (name: string, state: OutboundState) =>
  outboundEvents(stamp as never, row(operations[name] as Operation, state)).map(({ body }) => [
    body.$case,
    body.value,
  ])

describe('what the desk hears of a change', () => {
  it('of a deletion is nothing', () =>
    expect([...told('revoke', 'ACCEPTED'), ...told('revoke', 'FAILED')]).toEqual([]))

  it('of an edit is the new text, once it is accepted', () => {
    expect(told('edit', 'SENDING')).toEqual([])
    expect(told('edit', 'ACCEPTED')).toEqual([
      [
        'messageRevised',
        expect.objectContaining({ fromMe: true, waId: '3EB0T', deleted: false, body: 'novo' }),
      ],
    ])
  })

  it('of a reaction is the emoji on its message, put by us', () =>
    expect(told('react', 'ACCEPTED')).toEqual([
      [
        'messageReacted',
        expect.objectContaining({
          ...target,
          emoji: '👍',
          byUs: true,
          by: undefined,
          sentAt: new Date(askedAt),
        }),
      ],
    ]))

  it.each(['edit', 'react'])('of a failed %s is the failure, by the request', (name) =>
    expect(told(name, 'FAILED')).toEqual([
      ['outboundChanged', expect.objectContaining({ messageId: 'request', ack: -1, failure: 'ERR_X' })],
    ]),
  )
})
