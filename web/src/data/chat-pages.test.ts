import type { ChatMessageView, ChatView } from '@balcao/contracts'

import {
  addChatMessage,
  countUnread,
  flattenChatMessages,
  flattenChats,
  markListedRead,
  removeChat,
  upsertChat,
  type ChatMessagePages,
  type ChatPages,
} from './chat-pages'

const chat = (id: number, minute: number, unreads = 0): ChatView => ({
  id,
  uuid: `chat-${id}`,
  title: `Chat ${id}`,
  ownerId: 1,
  users: [{ userId: 1, unreads, user: { id: 1, name: 'Ana' } }],
  lastMessage: '',
  companyId: 7,
  createdAt: '2026-11-22T10:00:00.000Z',
  updatedAt: `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`,
})
const list = (...pages: ChatView[][]): ChatPages => ({
  pages: pages.map((records, index) => ({ records, count: 9, hasMore: index < pages.length - 1 })),
  pageParams: pages.map((_page, index) => index + 1),
})
const ids = (data: ChatPages) => flattenChats(data).map(({ id }) => id)

describe('the list of chats', () => {
  const data = list([chat(3, 30), chat(2, 20)], [chat(1, 10)])

  it.each([
    ['a new one first', chat(4, 40), [4, 3, 2, 1], 10],
    ['one that was used first', chat(1, 50), [1, 3, 2], 9],
    ['one with another title at its place', { ...chat(2, 20), title: 'Outro' }, [3, 2, 1], 9],
  ])('has %s', (_what, changed, order, count) => {
    const after = upsertChat(data, changed)
    expect(ids(after)).toEqual(changed.id === 1 ? [1, 3, 2] : order)
    expect(after.pages[0]?.count).toBe(count)
    expect(flattenChats(after).find(({ id }) => id === changed.id)).toEqual(changed)
  })

  it('loses a deleted one, and an unknown one changes nothing', () => {
    expect(ids(removeChat(data, 2))).toEqual([3, 1])
    expect(removeChat(data, 9)).toBe(data)
  })

  it('shows once what two pages have brought', () =>
    expect(ids(list([chat(2, 20), chat(1, 10)], [chat(1, 10)]))).toEqual([2, 1]))

  it('counts nothing for who has read', () => {
    const unread = list([chat(1, 10, 3)])
    expect(flattenChats(unread).map((one) => countUnread(one, 1))).toEqual([3])
    expect(flattenChats(markListedRead(unread, 1, 1)).map((one) => countUnread(one, 1))).toEqual([0])
    expect(flattenChats(markListedRead(unread, 1, 2)).map((one) => countUnread(one, 1))).toEqual([3])
  })
})

describe('the messages of a chat', () => {
  const message = (seq: number) => ({ id: `m${seq}`, seq }) as ChatMessageView
  const data: ChatMessagePages = {
    pages: [
      { records: [message(3), message(5)], hasMore: true },
      { records: [message(1), message(2)], hasMore: false },
    ],
    pageParams: [null, 3],
  }
  const seqs = (pages: ChatMessagePages) => flattenChatMessages(pages).map(({ seq }) => seq)

  it.each([
    ['end with a new one', 6, [1, 2, 3, 5, 6]],
    ['have a late one at its place', 4, [1, 2, 3, 4, 5]],
    ['have one once', 5, [1, 2, 3, 5]],
  ])('%s', (_what, seq, expected) => expect(seqs(addChatMessage(data, message(seq)))).toEqual(expected))
})
