import type { MessageView } from '@balcao/contracts'

import { buildMessage } from '../../../testing/desk-builders'
import { gatherAlbums } from './albums'
import { buildBubbles, buildThreadRows, listBubbles, type UnreadMark } from './thread-rows'

const media = {
  url: '/a.png',
  name: 'a.png',
  mimeType: 'image/png',
  sizeBytes: 1,
  width: 1,
  height: 1,
  durationSeconds: null,
  waveform: null,
  thumbnail: null,
}
const at = (seconds: number) => new Date(2026, 10, 20, 12, 0, seconds).toISOString()
const picture = (seq: number, own: Partial<MessageView> = {}) =>
  buildMessage({
    seq,
    media,
    mediaUrl: '/a.png',
    mediaType: 'image',
    body: 'a.png',
    createdAt: at(seq),
    ...own,
  })
const quote: MessageView['quotedMsg'] = {
  id: 'q',
  body: 'qual?',
  mediaType: 'chat',
  fromMe: true,
  senderName: '',
}

interface Loaded {
  unread?: UnreadMark
  pageStarts?: string[]
}
const shape = (messages: MessageView[], { unread, pageStarts = [] }: Loaded = {}) =>
  gatherAlbums(
    buildThreadRows(
      buildBubbles(messages, [], () => null),
      unread ?? null,
    ),
    new Set(pageStarts),
  )
    .filter(({ kind }) => kind !== 'day')
    .map((row) =>
      `${row.kind} ${listBubbles(row)
        .map(({ message }) => message.seq)
        .join()}`.trim(),
    )

const others = [1, 3, 4].map((seq) => picture(seq))
const withSecond = (own: Partial<MessageView>) => [
  others[0]!,
  picture(2, own),
  ...others.slice(1),
  picture(5),
]

describe('an album', () => {
  it.each<[string, MessageView[], string[]]>([
    ['is four pictures', [1, 2, 3, 4].map((seq) => picture(seq)), ['album 1,2,3,4']],
    ['is not three', [1, 2, 3].map((seq) => picture(seq)), ['message 1', 'message 2', 'message 3']],
    [
      'takes videos, and every one that follows',
      [1, 2, 3, 4, 5, 6].map((seq) => picture(seq, { mediaType: seq % 2 ? 'image' : 'video' })),
      ['album 1,2,3,4,5,6'],
    ],
    [
      'ends with a text, and another begins behind it',
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((seq) =>
        seq === 5 ? buildMessage({ seq, createdAt: at(5) }) : picture(seq),
      ),
      ['album 1,2,3,4', 'message 5', 'album 6,7,8,9'],
    ],
    [
      'is of one side',
      [1, 2, 3, 4, 5].map((seq) => picture(seq, { fromMe: seq === 5 })),
      ['album 1,2,3,4', 'message 5'],
    ],
    [
      'is of one participant of a group',
      [1, 2, 3, 4].map((seq) => picture(seq, { senderName: seq < 3 ? 'Rui' : 'Bia' })),
      ['message 1', 'message 2', 'message 3', 'message 4'],
    ],
    [
      'is sent within a minute from one to the next',
      [1, 2, 3, 4].map((seq) => picture(seq, { createdAt: at(seq * 59) })),
      ['album 1,2,3,4'],
    ],
    [
      'is not what came a minute later',
      [1, 2, 3, 4].map((seq) => picture(seq, { createdAt: at(seq * 60) })),
      ['message 1', 'message 2', 'message 3', 'message 4'],
    ],
  ])('%s', (_name, messages, rows) => expect(shape(messages)).toEqual(rows))

  it.each<[string, Partial<MessageView>]>([
    ['has a caption', { body: 'o portão' }],
    ['quotes', { quotedMsg: quote }],
    ['is deleted', { isDeleted: true }],
    ['failed', { ack: -1, fromMe: true }],
    ['is still fetched', { mediaUrl: null, mediaState: 'pending' }],
    ['is a document', { mediaType: 'application' }],
    ['is forwarded and its neighbours are not', { marks: ['forwarded'] }],
  ])('has no picture that %s', (_name, own) =>
    expect(shape(withSecond(own))).toEqual(['message 1', 'message 2', 'message 3', 'message 4', 'message 5']),
  )

  it('begins anew at the first unread message', () => {
    const messages = [1, 2, 3, 4, 5, 6, 7, 8].map((seq) => picture(seq))
    const unread = { messageId: messages[4]!.id, count: 4 }
    expect(shape(messages, { unread })).toEqual(['album 1,2,3,4', 'unread', 'album 5,6,7,8'])
  })

  it('stays what it is when an older page brings more of it', () => {
    const newer = [5, 6, 7, 8].map((seq) => picture(seq))
    const older = [3, 4].map((seq) => picture(seq))
    expect(shape(newer, { pageStarts: [newer[0]!.id] })).toEqual(['album 5,6,7,8'])
    expect(shape([...older, ...newer], { pageStarts: [older[0]!.id, newer[0]!.id] })).toEqual([
      'message 3',
      'message 4',
      'album 5,6,7,8',
    ])
  })
})
