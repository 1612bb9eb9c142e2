import { campaignId, companyId, messageId } from '@balcao/contracts'

import {
  answerQuestion,
  applyOutcome,
  chooseFile,
  chooseStep,
  keepAnswer,
  markSending,
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
  answer: '',
  answeredAt: null,
  answersAreTold: true,
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
    [
      { ...sending, state: 'delivered', ack: 1 },
      { ack: -1, failure: 'ERR_WAPP_NOT_ON_WHATSAPP' },
      'failed',
      { delivered: -1, failed: 1 },
    ],
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
      { ...sending, state: 'delivered', ack: 2 },
      { ack: -1, failure: 'x' },
    ],
    [
      { ...sending, state: 'delivered', ack: 1 },
      { ack: -1, failure: 'ERR_WAPP_TOO_LATE' },
    ],
    [
      { ...sending, state: 'failed', ack: 1 },
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

describe('an answer', () => {
  const asked: CampaignItem = { ...asking, state: 'asked', confirmationRequestedAt: NOW }
  const confirmed: CampaignItem = { ...asked, state: 'confirmed', confirmedAt: NOW, dueAt: NOW }
  const take = (item: CampaignItem, meaning: 'yes' | 'no') =>
    answerQuestion(item, meaning, { now: NOW, chance: 0.5 })

  it.each([
    [asked, 'yes', 'confirmed', { confirmed: 1 }],
    [asked, 'no', 'refused', { refused: 1 }],
    // Before news of the question.
    [asking, 'yes', 'confirmed', { confirmationsRequested: 1, confirmed: 1 }],
    [asking, 'no', 'refused', { confirmationsRequested: 1, refused: 1 }],
    [confirmed, 'no', 'refused', { refused: 1 }],
  ] as const)('to %j: %s makes it %s', (item, meaning, state, counts) => {
    const change = take(item, meaning)
    expect(change?.item.state).toBe(state)
    expect(change?.counts).toEqual(counts)
  })

  it.each([
    [confirmed, 'yes'],
    [sending, 'no'],
    [{ ...sending, state: 'delivered' }, 'no'],
    [{ ...asked, state: 'refused' }, 'yes'],
    [waiting, 'yes'],
  ] as const)('to %j: %s changes nothing', (item, meaning) => expect(take(item, meaning)).toBeUndefined())

  it('makes the message due within ten seconds, when it is a yes', () =>
    expect(take(asked, 'yes')?.item.dueAt).toEqual(new Date(NOW.getTime() + 5_000)))

  it('is kept in its words, and counts once for each contact', () => {
    const first = keepAnswer(asked, 'Sim!', NOW)
    expect(first).toMatchObject({ item: { answer: 'Sim!', answeredAt: NOW }, counts: { answered: 1 } })
    expect(keepAnswer(first.item, 'x'.repeat(500), NOW)).toMatchObject({
      item: { answer: 'x'.repeat(100) },
      counts: {},
    })
  })
})
