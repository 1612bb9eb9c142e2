import { buildMessage } from '../../testing/desk-builders'
import { findWindowEnd, hasNeverWritten } from './answer-window'

const chat = 'chat' as const
const received = (createdAt: string) => ({ fromMe: false, mediaType: chat, createdAt, failure: null })
const sent = (createdAt: string) => ({ fromMe: true, mediaType: chat, createdAt, failure: null })
const refused = (createdAt: string, failure = 'ERR_WAPP_WINDOW_CLOSED') => ({ ...sent(createdAt), failure })

describe('the time in which a customer can be answered', () => {
  it.each([
    ['does not end where the network has no window', [received('2026-11-27T12:00:00.000Z')], null, null],
    ['is not known without a message of the customer', [sent('2026-11-27T12:00:00.000Z')], 24, null],
    [
      'begins with their last message, whatever was answered since',
      [
        received('2026-11-26T12:00:00.000Z'),
        received('2026-11-27T12:00:00.000Z'),
        sent('2026-11-27T13:00:00.000Z'),
      ],
      24,
      '2026-11-28T12:00:00.000Z',
    ],
    [
      'is over once the network says so',
      [
        received('2026-11-27T12:00:00.000Z'),
        refused('2026-11-27T14:00:00.000Z'),
        refused('2026-11-27T13:00:00.000Z'),
      ],
      24,
      '2026-11-27T13:00:00.000Z',
    ],
    [
      'does not end with a message that failed for another reason',
      [received('2026-11-27T12:00:00.000Z'), refused('2026-11-27T13:00:00.000Z', 'ERR_WAPP_NOT_ON_WHATSAPP')],
      24,
      '2026-11-28T12:00:00.000Z',
    ],
    [
      'does not begin with a notice of another number',
      [
        received('2026-11-27T12:00:00.000Z'),
        { ...received('2026-11-27T15:00:00.000Z'), mediaType: 'numberChanged' as const },
      ],
      24,
      '2026-11-28T12:00:00.000Z',
    ],
    [
      'begins again when they write after that',
      [refused('2026-11-27T13:00:00.000Z'), received('2026-11-27T15:00:00.000Z')],
      24,
      '2026-11-28T15:00:00.000Z',
    ],
    [
      'ends no later for a refusal after its end',
      [received('2026-11-27T12:00:00.000Z'), refused('2026-11-29T12:00:00.000Z')],
      24,
      '2026-11-28T12:00:00.000Z',
    ],
  ])('%s', (_name, messages, hours, expected) => {
    expect(findWindowEnd(messages, hours)).toBe(expected)
  })
})

describe('a customer who has never written', () => {
  const page = (messages: { fromMe: boolean; seq?: number }[], own: object = {}) => ({
    messages: messages.map((one) => buildMessage({ seq: 1, ...one })),
    hasMore: false,
    hasEarlier: false,
    ...own,
  })

  it.each([
    ['is one without messages', [page([])], true],
    ['may have been written to', [page([{ fromMe: true }])], true],
    ['is known only once all is loaded', [page([{ fromMe: true }], { hasMore: true })], false],
    ['may have written in tickets before', [page([{ fromMe: true }], { hasEarlier: true })], false],
    [
      'is not known of messages that are no longer kept',
      [page([{ fromMe: true, seq: 3 }], { hasErased: true })],
      false,
    ],
    ['is not known while nothing is loaded', [], false],
    ['is none who wrote before', [page([{ fromMe: true }]), page([{ fromMe: false }])], false],
  ])('%s', (_name, pages, expected) => {
    expect(hasNeverWritten(pages)).toBe(expected)
  })
})
