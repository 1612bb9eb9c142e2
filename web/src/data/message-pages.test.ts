import { buildMessage } from '../testing/desk-builders'
import {
  applyMessage,
  flattenMessages,
  hasErasedMessages,
  toMessagePage,
  pickNewerMessage,
  nextMessageCursor,
  type MessagePages,
} from './message-pages'

const conversation = (...seqs: number[][]): MessagePages => ({
  pages: seqs.map((page, index) => ({
    messages: page.map((seq) => buildMessage({ seq })),
    hasMore: index < seqs.length - 1,
  })),
  pageParams: seqs.map((_page, index) => (index === 0 ? null : (seqs[index - 1]?.[0] ?? null))),
})
const listSeqs = (data: MessagePages) => flattenMessages(data).map(({ seq }) => seq)

describe('a conversation after a message', () => {
  it('is read oldest first over all pages', () =>
    expect(listSeqs(conversation([3, 4], [1, 2]))).toEqual([1, 2, 3, 4]))

  it('ends with a new one', () =>
    expect(listSeqs(applyMessage(conversation([3, 4], [1, 2]), buildMessage({ seq: 5 })))).toEqual([
      1, 2, 3, 4, 5,
    ]))

  it('has it once, however often it comes', () => {
    const once = applyMessage(conversation([1]), buildMessage({ seq: 2 }))
    expect(applyMessage(once, buildMessage({ seq: 2 }))).toEqual(once)
  })

  it('puts a late one where its seq belongs', () =>
    expect(listSeqs(applyMessage(conversation([3, 5], [1, 2]), buildMessage({ seq: 4 })))).toEqual([
      1, 2, 3, 4, 5,
    ]))

  it('leaves one before the loaded part to its page', () => {
    const loaded: MessagePages = {
      pages: [{ messages: [buildMessage({ seq: 21 })], hasMore: true }],
      pageParams: [null],
    }
    expect(applyMessage(loaded, buildMessage({ seq: 3 }))).toBe(loaded)
  })

  it('begins with the first message of an empty conversation', () =>
    expect(
      listSeqs(
        applyMessage(
          { pages: [{ messages: [], hasMore: false }], pageParams: [null] },
          buildMessage({ seq: 1 }),
        ),
      ),
    ).toEqual([1]))

  it('changes one in an older page', () => {
    const changed = applyMessage(
      conversation([3], [1, 2]),
      buildMessage({ seq: 1, isDeleted: true, updatedAt: '2026-11-21T00:00:00.000Z' }),
    )
    expect(flattenMessages(changed)[0]?.isDeleted).toBe(true)
  })

  it('shows what was deleted in no answer to it, and leaves other quotes', () => {
    const quote = (id: string) => ({
      id,
      body: 'segredo',
      mediaType: 'chat' as const,
      fromMe: false,
      senderName: 'Rita',
    })
    const told = buildMessage({ seq: 1 })
    const data: MessagePages = {
      pages: [
        { messages: [buildMessage({ seq: 3, quotedMsg: quote('other') })], hasMore: true },
        { messages: [told, buildMessage({ seq: 2, quotedMsg: quote(told.id) })], hasMore: false },
      ],
      pageParams: [null, 3],
    }
    const changed = applyMessage(data, { ...told, isDeleted: true, updatedAt: '2026-11-21T00:00:00.000Z' })
    expect(flattenMessages(changed).map(({ quotedMsg }) => quotedMsg?.body)).toEqual([
      undefined,
      '',
      'segredo',
    ])
  })
})

describe('two states of one message', () => {
  const sent = buildMessage({ fromMe: true, ack: 2, updatedAt: '2026-11-20T12:00:05.000Z' })
  it('keeps the later one', () =>
    expect(pickNewerMessage(sent, { ...sent, ack: 1, updatedAt: '2026-11-20T12:00:04.000Z' })).toBe(sent))
  it('never lets the ack fall', () =>
    expect(pickNewerMessage(sent, { ...sent, ack: 1, isEdited: true }).ack).toBe(2))
  it('lets a failure be told', () =>
    expect(pickNewerMessage({ ...sent, ack: 0 }, { ...sent, ack: -1 }).ack).toBe(-1))
  it('keeps what was deleted deleted', () =>
    expect(pickNewerMessage({ ...sent, isDeleted: true }, { ...sent, ack: 3 }).isDeleted).toBe(true))
})

describe('the older page', () => {
  it('ends before the first message of the page', () =>
    expect(nextMessageCursor({ messages: [buildMessage({ seq: 21 })], hasMore: true })).toBe(21))
  it('is not there at the beginning', () =>
    expect(nextMessageCursor({ messages: [buildMessage({ seq: 1 })], hasMore: false })).toBeUndefined())
})

describe('messages that are no longer kept', () => {
  const page = (seqs: number[], own: { hasMore?: boolean; count?: number } = {}) =>
    toMessagePage({
      messages: seqs.map((seq) => buildMessage({ seq })),
      hasMore: false,
      count: seqs.at(-1) ?? 0,
      ...own,
    })

  it.each([
    ['were before the first one that is left', [page([3, 4])], true],
    ['were all', [page([], { count: 2 })], true],
    ['were all before what came since', [page([21, 22], { hasMore: true }), page([], { count: 22 })], true],
    ['are not known of before all is loaded', [page([21], { hasMore: true })], false],
    ['are none of a whole conversation', [page([3, 4], { hasMore: true }), page([1, 2])], false],
    ['are none of a new ticket', [page([], { count: 0 })], false],
    ['are none while nothing is loaded', [], false],
  ])('%s', (_name, pages, expected) => expect(hasErasedMessages(pages)).toBe(expected))

  it('are still none once a message came into an empty ticket', () => {
    const empty: MessagePages = { pages: [page([])], pageParams: [null] }
    expect(hasErasedMessages(applyMessage(empty, buildMessage({ seq: 1 })).pages)).toBe(false)
  })
})
