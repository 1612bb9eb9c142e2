import type { ChatMessageView, ChatView } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'

import {
  callsTo,
  clearOutbox,
  codeOf,
  COMPANY,
  deliver,
  FOREIGN,
  outbox,
  person,
  rig,
  type Answer,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let admin: Session
let ana: Session
let bia: Session
let caio: Session
let stranger: Session

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  ana = await person(desk, { id: 2, name: 'Ana' })
  bia = await person(desk, { id: 3, name: 'Bia' })
  caio = await person(desk, { id: 4, name: 'Caio' })
  stranger = await person(desk, { id: 9, name: 'Alheia', company: FOREIGN })
})

beforeEach(() => clearOutbox(desk))
const found = <T>({ status, body, text }: Answer): T => {
  if (status !== 200) throw new Error(text)
  return body as T
}

const open = async (owner: Session, title: string, ...others: Session[]): Promise<ChatView> =>
  found(await call(owner, 'POST', '/chats', { title, users: others.map(({ userId }) => ({ id: userId })) }))
const read = async (as: Session, { id }: ChatView): Promise<ChatView> =>
  found(await call(as, 'GET', `/chats/${id}`))
const say = async (as: Session, { id }: ChatView, message: string, clientId?: string) =>
  found<ChatMessageView>(await call(as, 'POST', `/chats/${id}/messages`, { message, clientId }))
const unreads = async (chat: ChatView): Promise<Record<string, number>> =>
  Object.fromEntries((await read(ana, chat)).users.map(({ user, unreads: count }) => [user.name, count]))
const types = async () => (await outbox(desk)).map(({ type }) => type)

describe('an internal chat', () => {
  it('belongs to its maker, who is one of its users', async () => {
    const chat = await open(ana, ' Turno da noite ', bia)
    expect(chat).toMatchObject({ title: 'Turno da noite', ownerId: 2, lastMessage: '' })
    expect(chat.users).toEqual([
      { userId: 2, unreads: 0, user: { id: 2, name: 'Ana' } },
      { userId: 3, unreads: 0, user: { id: 3, name: 'Bia' } },
    ])
    expect(await read(bia, chat)).toEqual(chat)
    expect(found(await call(bia, 'GET', `/chats/u/${chat.uuid}`))).toEqual(chat)
    expect(await types()).toEqual(['internalChatChanged'])
  })

  it('has users of its company only, and a title', async () => {
    const make = (body: object) => call(ana, 'POST', '/chats', body)
    for (const id of [stranger.userId, 1_999_999_999])
      expect(codeOf(await make({ title: 'x', users: [{ id }] }))).toEqual([404, 'ERR_NO_USER_FOUND'])
    for (const body of [
      { title: ' ', users: [{ id: 3 }] },
      { title: 'x', users: [] },
      { title: 'x', users: [{}] },
    ])
      expect(codeOf(await make(body))).toEqual([400, 'ERR_VALIDATION'])
  })

  it('is not there for others: not for administrators, not for other companies', async () => {
    const chat = await open(ana, 'Só nós', bia)
    for (const other of [caio, admin, stranger])
      for (const [method, path, body] of [
        ['GET', ''],
        ['GET', '/messages'],
        ['PUT', '', { title: 'tomada' }],
        ['DELETE', ''],
        ['POST', '/messages', { message: 'intruso' }],
        ['POST', '/read', { userId: 2 }],
      ] as const)
        expect(codeOf(await call(other, method, `/chats/${chat.id}${path}`, body))).toEqual([
          404,
          'ERR_NO_CHAT_FOUND',
        ])
    expect(codeOf(await call(admin, 'GET', `/chats/u/${chat.uuid}`))).toEqual([404, 'ERR_NO_CHAT_FOUND'])
    expect((await call(caio, 'GET', '/chats')).text).not.toContain('Só nós')
  })

  it('is changed and deleted by its owner only', async () => {
    const chat = await open(ana, 'Vendas', bia)
    expect(codeOf(await call(bia, 'PUT', `/chats/${chat.id}`, { title: 'x' }))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ])
    expect(codeOf(await call(bia, 'DELETE', `/chats/${chat.id}`))).toEqual([403, 'ERR_NO_PERMISSION'])
    await clearOutbox(desk)
    expect((await call(ana, 'DELETE', `/chats/${chat.id}`)).status).toBe(200)
    expect((await outbox(desk))[0]?.body).toMatchObject({ internalChatDeleted: { userIds: [2, 3] } })
    expect((await call(ana, 'GET', `/chats/${chat.id}`)).status).toBe(404)
  })

  it('keeps the unread counts of users who stay; those who leave lose it', async () => {
    const chat = await open(ana, 'Equipe', bia, caio)
    await say(ana, chat, 'bom dia')
    await clearOutbox(desk)
    const put = (body: object) => call(ana, 'PUT', `/chats/${chat.id}`, body)
    expect(found<ChatView>(await put({ users: [{ id: 3 }, { userId: 1 }] })).users).toMatchObject([
      { userId: 1, unreads: 0 },
      { userId: 2, unreads: 0 },
      { userId: 3, unreads: 1 },
    ])
    expect((await outbox(desk))[0]?.body).toMatchObject({ internalChatChanged: { formerUserIds: [4] } })
    expect((await call(caio, 'GET', `/chats/${chat.id}`)).status).toBe(404)
    await clearOutbox(desk)
    await put({})
    expect(await types()).toEqual([])
  })

  it('is listed last used first, found by a part of its title', async () => {
    const dora = await person(desk, { id: 5, name: 'Dora' })
    const chats: ChatView[] = []
    for (let number = 0; number < 21; number += 1) {
      desk.ports.clock.advance(1_000)
      chats.push(await open(dora, `Plantão ${number}`, ana))
    }
    desk.ports.clock.advance(1_000)
    await say(ana, chats[3]!, 'cheguei')
    const list = async (query: string) =>
      (await call(dora, 'GET', `/chats?${query}`)).body as unknown as {
        records: ChatView[]
        count: number
        hasMore: boolean
      }
    const first = await list('pageNumber=1')
    expect(first).toMatchObject({ count: 21, hasMore: true })
    expect(first.records.slice(0, 2).map(({ title, lastMessage }) => [title, lastMessage])).toEqual([
      ['Plantão 3', 'Ana: cheguei'],
      ['Plantão 20', ''],
    ])
    expect((await list('pageNumber=2')).records.map(({ title }) => title)).toEqual(['Plantão 0'])
    expect((await list('searchParam=PLANTAO%201')).count).toBe(11)
    expect((await list('searchParam=%25')).count).toBe(0)
  })
})

describe('messages', () => {
  it('are unread for the others until they read', async () => {
    const chat = await open(ana, 'Recados', bia, caio)
    await say(ana, chat, 'reunião às 10')
    await say(bia, chat, 'ok')
    expect(await unreads(chat)).toEqual({ Ana: 1, Bia: 0, Caio: 2 })
    await clearOutbox(desk)
    // `userId` is what older clients send; the caller is who reads.
    await call(caio, 'POST', `/chats/${chat.id}/read`, { userId: 2 })
    expect(await unreads(chat)).toEqual({ Ana: 1, Bia: 0, Caio: 0 })
    await call(caio, 'POST', `/chats/${chat.id}/read`, {})
    expect((await outbox(desk)).map(({ body }) => body['internalChatRead'])).toMatchObject([
      { chatId: chat.id, userId: 4, memberIds: [2, 3, 4], chat: { members: [{ unreads: 1 }, {}, {}] } },
    ])
  })

  it('are stored once, however often they are sent', async () => {
    const chat = await open(ana, 'Uma vez', bia)
    const key = '019a0000-0000-7000-8000-00000000c001'
    const sent = await Promise.all(Array.from({ length: 8 }, () => say(ana, chat, 'oi', key)))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect(await say(ana, chat, 'oi', key)).toEqual(sent[0])
    // The key is its sender's own.
    expect((await say(bia, chat, 'oi', key)).id).not.toBe(sent[0]?.id)
    expect(await unreads(chat)).toEqual({ Ana: 1, Bia: 0 })
  })

  it('of many at once have no gap and no count is lost', async () => {
    const chat = await open(ana, 'Ao mesmo tempo', bia, caio)
    await Promise.all(
      [ana, bia, caio].flatMap((who) => Array.from({ length: 7 }, (_unused, n) => say(who, chat, `m${n}`))),
    )
    const pages = await Promise.all(
      ['', '?pageNumber=2', '?before=2'].map(async (query) =>
        found<{ records: ChatMessageView[]; hasMore: boolean }>(
          await call(bia, 'GET', `/chats/${chat.id}/messages${query}`),
        ),
      ),
    )
    expect(pages.map(({ records, hasMore }) => [records.length, records[0]?.seq, hasMore])).toEqual([
      [20, 2, true],
      [1, 1, false],
      [1, 1, false],
    ])
    const numbers = pages[0]!.records.map(({ seq }) => seq)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_unused, index) => index + 2))
    await call(ana, 'POST', `/chats/${chat.id}/read`, {})
    await say(bia, chat, 'fim')
    expect((await unreads(chat))['Ana']).toBe(1)
  })

  it('are never blank', async () => {
    const chat = await open(ana, 'Em branco', bia)
    for (const message of ['', '  \n '])
      expect(codeOf(await call(ana, 'POST', `/chats/${chat.id}/messages`, { message }))).toEqual([
        400,
        'ERR_VALIDATION',
      ])
  })
})

describe('a deleted user', () => {
  it('leaves every chat; their own pass to another, and end with the last', async () => {
    const eva = await person(desk, { id: 6, name: 'Eva' })
    const [own, other, alone] = [
      await open(eva, 'De Eva', bia),
      await open(ana, 'De Ana', eva),
      await open(eva, 'Sozinha', eva),
    ]
    await say(eva, other, 'até mais')
    await clearOutbox(desk)
    const deleted = deskEvent(desk.ports, orderingKeys.user(COMPANY, 6), 'userDeleted', { userId: 6 })
    await deliver(desk, 'tickets.internal-chats', deleted)
    await deliver(desk, 'tickets.internal-chats', deleted)
    expect(await types()).toEqual(['internalChatChanged', 'internalChatChanged', 'internalChatDeleted'])
    expect(await read(bia, own)).toMatchObject({ ownerId: 3, users: [{ userId: 3 }] })
    expect(await read(ana, other)).toMatchObject({ users: [{ userId: 2 }], lastMessage: 'Eva: até mais' })
    expect((await call(eva, 'GET', `/chats/${alone.id}`)).status).toBe(404)
  })
})
