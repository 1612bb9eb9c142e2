import { campaignId, companyId, messageId } from '@balcao/contracts'

import {
  applyOutcome,
  chooseFile,
  chooseStep,
  confirm,
  markSending,
  refuse,
  type CampaignItem,
} from './campaign-item'

const NOW = new Date('2026-11-22T12:00:00Z')
const waiting: CampaignItem = {
  id: 1,
  companyId: companyId(7),
  campaignId: campaignId(2),
  position: 0,
  name: 'Ana',
  number: '5511987654321',
  numberKey: '551187654321',
  email: '',
  state: 'waiting',
  messageId: null,
  fileId: null,
  sentFiles: [],
  ack: 0,
  failure: '',
  dueAt: null,
  confirmationRequestedAt: null,
  confirmedAt: null,
  deliveredAt: null,
  endedAt: null,
}
const sending = markSending(waiting, 'message', 'm1')
const sendingFile = markSending({ ...waiting, sentFiles: [4] }, 'message', 'm1', 7)
const asking = markSending(waiting, 'confirmation', 'm1')
const ok = (ack: number) => ({ ack, failure: '' })

describe('what a contact is sent', () => {
  it.each([
    ['waiting', false, 'message'],
    ['waiting', true, 'confirmation'],
    ['asked', true, undefined],
    ['confirmed', true, 'message'],
    ['part-sent', true, 'message'],
    ['sending', true, undefined],
    ['delivered', true, undefined],
    ['refused', true, undefined],
  ] as const)('while %s, with confirmation %s: %s', (state, asks, step) =>
    expect(chooseStep({ ...waiting, state }, asks)).toBe(step),
  )

  it('has the id of the message that is being sent', () =>
    expect(sending).toMatchObject({ state: 'sending', messageId: messageId('m1') }))
})

describe('news of a message', () => {
  it.each([
    [sending, ok(1), 'delivered', { delivered: 1 }],
    [sending, ok(3), 'delivered', { delivered: 1, received: 1, read: 1 }],
    [{ ...sending, state: 'delivered', ack: 1 }, ok(2), 'delivered', { received: 1 }],
    [{ ...sending, state: 'delivered', ack: 2 }, ok(4), 'delivered', { read: 1 }],
    [asking, ok(1), 'asked', { confirmationsRequested: 1 }],
    [sendingFile, ok(3), 'part-sent', {}],
    [sendingFile, { ack: -1, failure: 'ERR_SENDING_WAPP_MSG' }, 'failed', { failed: 1 }],
    [sendingFile, { ack: -1, failure: 'ERR_WAPP_RESTRICTED' }, 'part-sent', {}],
    [sending, { ack: -1, failure: 'ERR_SENDING_WAPP_MSG' }, 'failed', { failed: 1 }],
    [sending, { ack: -1, failure: 'ERR_WAPP_RESTRICTED' }, 'waiting', {}],
    [{ ...sending, confirmedAt: NOW }, { ack: -1, failure: 'ERR_WAPP_RESTRICTED' }, 'confirmed', {}],
  ] as const)('%j, %j: %s', (item, news, state, counts) => {
    const change = applyOutcome(item, news, NOW)
    expect(change?.item.state).toBe(state)
    expect(change?.counts).toEqual(counts)
  })

  it.each([
    [{ ...sending, state: 'delivered', ack: 2 }, ok(2)],
    [{ ...sending, state: 'delivered', ack: 2 }, ok(1)],
    [
      { ...sending, state: 'delivered', ack: 1 },
      { ack: -1, failure: 'x' },
    ],
    [{ ...asking, state: 'asked' }, ok(2)],
    [{ ...asking, state: 'refused' }, ok(1)],
    [sending, ok(0)],
    [{ ...sendingFile, state: 'part-sent' }, ok(2)],
  ] as const)('%j, %j: changes nothing', (item, news) =>
    expect(applyOutcome(item, news, NOW)).toBeUndefined(),
  )
})

describe('files of a list', () => {
  const files = [{ id: 4 }, { id: 7 }]
  it.each([
    [[], { id: 4 }],
    [[4], { id: 7 }],
    [[7], { id: 4 }],
    [[7, 4, 9], undefined],
  ])('after those of %j: %j', (sentFiles, next) => expect(chooseFile({ sentFiles }, files)).toEqual(next))

  it('are remembered once WhatsApp took them; what comes next is due at once', () =>
    expect(applyOutcome(sendingFile, ok(1), NOW)?.item).toMatchObject({
      sentFiles: [4, 7],
      fileId: null,
      dueAt: NOW,
    }))

  it('and the message of a confirmed contact are due again after a restriction', () => {
    const restricted = { ack: -1, failure: 'ERR_WAPP_RESTRICTED' }
    expect(applyOutcome(sendingFile, restricted, NOW)?.item).toMatchObject({ sentFiles: [4], dueAt: NOW })
    const confirmed = { ...sending, confirmedAt: NOW }
    expect(applyOutcome(confirmed, restricted, NOW)?.item).toMatchObject({ state: 'confirmed', dueAt: NOW })
  })
})

it('a yes makes the message due within ten seconds; a no ends it', () => {
  expect(confirm(asking, NOW, 0.5)).toMatchObject({
    item: { state: 'confirmed', dueAt: new Date(NOW.getTime() + 5_000) },
    counts: { confirmed: 1 },
  })
  expect(refuse(asking, NOW)).toMatchObject({
    item: { state: 'refused', endedAt: NOW },
    counts: { refused: 1 },
  })
})
