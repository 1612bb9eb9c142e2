import { chatId, companyId, userId } from '@balcao/contracts'

import {
  addMessage,
  markRead,
  removeMember,
  replaceMembers,
  requireMember,
  requireOwner,
  type InternalChat,
} from './internal-chat'

const ana = { id: userId(2), name: 'Ana', unreads: 0 }
const bia = { id: userId(3), name: 'Bia', unreads: 4 }
const chat: InternalChat = {
  id: chatId(1),
  companyId: companyId(7),
  uuid: '019a0000-0000-7000-8000-000000000001',
  title: 'Turno',
  ownerId: ana.id,
  members: [ana, bia],
  messageSeq: 4,
  lastMessage: 'oi',
  lastSender: ana,
  createdAt: new Date(0),
  updatedAt: new Date(0),
}

describe('a message', () => {
  it('is one unread more for the others and none for its sender', () => {
    const later = new Date(9)
    const after = addMessage(chat, { seq: 5, message: 'tudo certo', sender: bia, createdAt: later })
    expect(after.members.map(({ unreads }) => unreads)).toEqual([1, 0])
    expect(after).toMatchObject({ messageSeq: 5, lastMessage: 'tudo certo', updatedAt: later })
  })

  it('is shown in the list by its first 200 characters, never half of one', () => {
    const { lastMessage } = addMessage(chat, {
      seq: 5,
      message: '🙂'.repeat(300),
      sender: ana,
      createdAt: new Date(9),
    })
    expect(lastMessage).toBe('🙂'.repeat(200))
  })
})

describe('reading', () => {
  it('clears the reader’s count only', () =>
    expect(markRead(chat, bia.id).members.map(({ unreads }) => unreads)).toEqual([0, 0]))
  it('changes nothing when nothing is unread', () => expect(markRead(chat, ana.id)).toBe(chat))
})

describe('members', () => {
  it('who stay keep their unread counts', () => {
    const carla = { id: userId(1), name: 'Carla' }
    expect(replaceMembers(chat.members, [bia, carla])).toEqual([{ ...carla, unreads: 0 }, bia])
  })

  it('of a deleted owner get the chat', () =>
    expect(removeMember(chat, ana.id)).toMatchObject({ ownerId: bia.id, members: [bia] }))
  it('who leave a chat of another change no owner', () =>
    expect(removeMember(chat, bia.id)).toMatchObject({ ownerId: ana.id, members: [ana] }))
  it('were all deleted: there is no chat', () =>
    expect(removeMember({ ...chat, members: [ana] }, ana.id)).toBeUndefined())
})

it.each([
  ['another user', 9, 'ERR_NO_CHAT_FOUND', 'ERR_NO_CHAT_FOUND'],
  ['a member', 3, undefined, 'ERR_NO_PERMISSION'],
  ['the owner', 2, undefined, undefined],
])('%s reads and changes', (_who, id, reading, changing) => {
  const refusal = (work: () => unknown) => {
    try {
      work()
      return undefined
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect(refusal(() => requireMember(chat, userId(id)))).toBe(reading)
  expect(refusal(() => requireOwner(chat, userId(id)))).toBe(changing)
})
