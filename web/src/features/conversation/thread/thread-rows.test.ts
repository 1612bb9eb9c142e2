import { buildMessage, buildTicket } from '../../../testing/desk-builders'
import type { OutboxItem } from '../outbox/outbox.slice'
import { toAckState } from './ack'
import {
  buildBubbles,
  findFirstUnread,
  hasLoadedUnread,
  buildThreadRows,
  type ThreadRow,
} from './thread-rows'

const item = (own: Partial<OutboxItem> = {}): OutboxItem => ({
  clientId: 'c1',
  ticketId: 1,
  body: 'oi',
  quoted: null,
  file: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  state: 'sending',
  progress: null,
  failure: null,
  ...own,
})
const noUrl = () => null
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()
const shape = (rows: ThreadRow[]) =>
  rows.map((row) =>
    row.kind === 'message'
      ? `${row.isRunStart ? '[' : ''}${row.bubble.message.body}${row.isRunEnd ? ']' : ''}`
      : row.kind,
  )

describe('the bubbles of a conversation', () => {
  it('end with what is on its way', () =>
    expect(
      buildBubbles([buildMessage({ body: 'a' })], [item()], noUrl).map(({ message }) => message.body),
    ).toEqual(['a', 'oi']))

  it('show a message that arrived once, under the key its bubble had', () => {
    const before = buildBubbles([], [item()], noUrl)
    const after = buildBubbles([buildMessage({ body: 'oi', clientId: 'c1', fromMe: true })], [item()], noUrl)
    expect(after).toHaveLength(1)
    expect(after[0]?.key).toBe(before[0]?.key)
    expect(after[0]?.outgoing).toBeNull()
  })

  it('say what arrived, with its variables filled in, instead of what was typed', () =>
    expect(
      buildBubbles(
        [buildMessage({ body: 'Oi Helena', clientId: 'c1', fromMe: true })],
        [item({ body: 'Oi {{firstName}}' })],
        noUrl,
      ).map(({ message }) => message.body),
    ).toEqual(['Oi Helena']))

  it('keep the key once the outbox is done', () => {
    const message = buildMessage({ clientId: 'c1', fromMe: true })
    expect(buildBubbles([message], [], noUrl)[0]?.key).toBe('c1')
  })

  it('name the kind of a file on its way', () => {
    const file = {
      name: 'a.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 1,
      width: null,
      height: null,
      durationSeconds: null,
    }
    expect(buildBubbles([], [item({ file })], () => 'blob:1')[0]?.message).toMatchObject({
      mediaType: 'application',
      mediaUrl: 'blob:1',
    })
  })
})

describe('the tick of a bubble', () => {
  it.each([
    [{ ack: 0 }, 'sending'],
    [{ ack: 1 }, 'sent'],
    [{ ack: 2 }, 'received'],
    [{ ack: 3 }, 'read'],
    [{ ack: 4 }, 'played'],
    [{ ack: 5 }, 'played'],
    [{ ack: -1 }, 'failed'],
  ])('%j', (own, state) =>
    expect(toAckState({ message: buildMessage({ fromMe: true, ...own }), outgoing: null })).toBe(state),
  )
  it('waits in the queue', () =>
    expect(toAckState(buildBubbles([], [item({ state: 'queued' })], noUrl)[0]!)).toBe('queued'))
  it('failed on its way', () =>
    expect(toAckState(buildBubbles([], [item({ state: 'failed' })], noUrl)[0]!)).toBe('failed'))
})

describe('the rows of a conversation', () => {
  const say = (seq: number, body: string, createdAt: string, fromMe = false) =>
    buildMessage({ seq, body, createdAt, fromMe })
  const listRows = (
    messages: ReturnType<typeof say>[],
    unread: Parameters<typeof buildThreadRows>[1] = null,
  ) => shape(buildThreadRows(buildBubbles(messages, [], noUrl), unread))

  it('gather one side within five minutes under one tail', () =>
    expect(
      listRows([say(1, 'a', at(20, 9, 0)), say(2, 'b', at(20, 9, 4)), say(3, 'c', at(20, 9, 10))]),
    ).toEqual(['day', '[a', 'b]', '[c]']))

  it('begin anew with the other side', () =>
    expect(listRows([say(1, 'a', at(20, 9, 0)), say(2, 'b', at(20, 9, 1), true)])).toEqual([
      'day',
      '[a]',
      '[b]',
    ]))

  it('begin anew after a notice', () => {
    const notice = buildMessage({ seq: 2, body: 'n', createdAt: at(20, 9, 1), mediaType: 'numberChanged' })
    expect(listRows([say(1, 'a', at(20, 9, 0)), notice, say(3, 'c', at(20, 9, 2))])).toEqual([
      'day',
      '[a]',
      '[n]',
      '[c]',
    ])
  })

  it('have one divider per day', () =>
    expect(
      listRows([say(1, 'a', at(19, 23, 59)), say(2, 'b', at(20, 0, 1)), say(3, 'c', at(20, 0, 2))]),
    ).toEqual(['day', '[a]', 'day', '[b', 'c]']))

  it('say where new begins, and cut the run there', () => {
    const second = say(2, 'b', at(20, 9, 1))
    expect(listRows([say(1, 'a', at(20, 9, 0)), second], { messageId: second.id, count: 1 })).toEqual([
      'day',
      '[a]',
      'unread',
      '[b]',
    ])
  })
})

describe('where new begins', () => {
  const messages = [1, 2, 3, 4].map((seq) => buildMessage({ seq, fromMe: seq === 3 }))
  it('is at the first of the last messages of the customer', () =>
    expect(findFirstUnread(messages, 2)).toBe(messages[1]?.id))
  it('is not at a notice, which is never unread', () => {
    const notice = buildMessage({ seq: 5, mediaType: 'numberChanged' })
    expect(findFirstUnread([...messages, notice], 2)).toBe(messages[1]?.id)
  })
  it('is looked for as far back as there are unread messages, within reason', () => {
    expect(hasLoadedUnread(messages, 3)).toBe(true)
    expect(hasLoadedUnread(messages, 4)).toBe(false)
    expect(
      hasLoadedUnread(
        Array.from({ length: 100 }, () => buildMessage()),
        5000,
      ),
    ).toBe(true)
  })
  it('is nowhere when all is read', () => expect(findFirstUnread(messages, 0)).toBeNull())
  it('is at the first loaded one when more are unread than loaded', () =>
    expect(findFirstUnread(messages, 50)).toBe(messages[0]?.id))
  it('is nowhere without messages of the customer', () => expect(findFirstUnread([], 2)).toBeNull())
})

describe('the rows of several tickets', () => {
  const past = buildTicket({ id: 4 })
  const own = buildTicket({ id: 9 })
  const tickets = new Map([past, own].map((ticket) => [ticket.id, ticket]))
  const said = (ticketId: number, seq: number, day: number) =>
    buildMessage({ ticketId, seq, body: `${ticketId}.${seq}`, createdAt: at(day, 9, 0) })

  it('begin with a divider each, once the ticket’s first message is loaded', () => {
    const bubbles = buildBubbles([said(4, 2, 20), said(9, 1, 20)], [], noUrl)
    expect(shape(buildThreadRows(bubbles, null, tickets))).toEqual(['day', '[4.2]', 'ticket', 'day', '[9.1]'])
  })

  it('have keys of their own, however their days overlap', () => {
    const bubbles = buildBubbles([said(4, 1, 20), said(4, 2, 21), said(9, 1, 20), said(9, 2, 21)], [], noUrl)
    const keys = buildThreadRows(bubbles, null, tickets).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => key.startsWith('ticket'))).toEqual(['ticket 4', 'ticket 9'])
  })
})
