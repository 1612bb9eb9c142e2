import type { ChatMessageView } from '@balcao/contracts'

import { groupMessages } from './message-groups'

const me = { id: 2, name: 'Ana' }
const message = (seq: number, senderId: number, createdAt: string, clientId: string | null = null) =>
  ({
    id: `m${seq}`,
    seq,
    senderId,
    sender: { id: senderId, name: `u${senderId}` },
    message: `texto ${seq}`,
    clientId,
    createdAt,
  }) as ChatMessageView
const morning = '2026-11-22T12:00:00.000Z'
const nextDay = '2026-11-23T12:00:00.000Z'

const shape = (groups: ReturnType<typeof groupMessages>) =>
  groups.map(({ senderId, day, messages }) => [senderId, day, messages.map(({ text }) => text)])

it('puts what one user writes in a row together, and begins anew each day', () => {
  const messages = [
    message(1, 2, morning),
    message(2, 2, morning),
    message(3, 3, morning),
    message(4, 3, nextDay),
  ]
  expect(shape(groupMessages(messages, [], me))).toEqual([
    [2, morning, ['texto 1', 'texto 2']],
    [3, null, ['texto 3']],
    [3, nextDay, ['texto 4']],
  ])
})

it('ends with what waits here, once: a stored one is no longer shown as waiting', () => {
  const waiting = [
    { chatId: 1, clientId: 'a', message: 'guardada', hasFailed: false },
    { chatId: 1, clientId: 'b', message: 'a caminho', hasFailed: true },
  ]
  const groups = groupMessages([message(1, 2, morning, 'a')], waiting, me)
  expect(shape(groups)).toEqual([[2, morning, ['texto 1', 'a caminho']]])
  expect(groups[0]?.messages.map(({ waiting: one }) => one?.hasFailed)).toEqual([undefined, true])
})
