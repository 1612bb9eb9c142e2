import { connectionId as toConnectionId } from '@balcao/contracts'
import { readOutbox, type TestDatabase } from '@balcao/testkit'

import { PgConversationStore } from '../src/adapters/postgres/pg-conversation-store'
import { resolveConversation, undoMerge } from '../src/features/inbound'
import type { Address, Person } from '../src/features/whatsapp-driver'
import { openConnectedSession, jid, scriptedDriver, textFrom } from './scripted-callbacks'
import {
  acme,
  asksToSend,
  beta,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  people,
  received,
  SCHEMA,
  startGateway,
  type Gateway,
} from './support'

describe('conversations of one person', () => {
  const { driver, callbacksFor } = scriptedDriver()
  const conversations = new PgConversationStore()
  let pg: TestDatabase
  let gateway: Gateway
  let connection: number
  let count = 0

  const writes = async (person: Partial<Person>, chat: Address) => {
    const waId = `W${(count += 1)}`
    const contact = { number: '', lid: '', name: '', ...person }
    await callbacksFor(connection).inbound(textFrom('', waId, { chat, contact }))
    const told = (await received(pg)).find(({ body }) => body.value.waId === waId)
    expect(told?.orderingKey).toBe(`conversation:${told?.body.value.conversationId}`)
    return told?.body.value.conversationId ?? ''
  }
  const byNumber = (number: string, lid = '') => writes({ number, lid }, { phone: number })
  const byLid = (lid: string, number = '') => writes({ number, lid }, { lid })
  const merges = async () =>
    (await readOutbox(pg, SCHEMA, 'conversationsMerged')).map(({ orderingKey, body }) => ({
      orderingKey,
      ...body.value,
    }))
  const moves = () =>
    pg.db(SCHEMA).withTenant(acme, (tx) => conversations.listMoves(tx, acme, toConnectionId(connection), 100))
  const lastMove = async () => (await moves())[0]
  const undo = (id: string, company = acme) =>
    undoMerge({ ...gateway.ports, conversations }, company, id, 'user:1')

  beforeAll(async () => {
    pg = await gatewayDatabase()
    gateway = await startGateway(pg, { tuning: { drivers: [driver] } })
    const { admin } = await people(pg, gateway.url)
    connection = await openConnectedSession(admin, 'Vendas')
  })

  it('are one, whichever name is seen first', async () => {
    const first = await byNumber('5511999990001', '111')
    expect(await byLid('111')).toBe(first)
    const second = await byLid('222', '5511999990002')
    expect(await byNumber('551199990002')).toBe(second)
    expect(await merges()).toEqual([])
  })

  it.each([
    ['number', 'privacy id', '5511999990003', '333'],
    ['privacy id', 'number', '5511999990004', '444'],
  ])(
    'merge into the older, the %s before the %s, when a message carries both',
    async (first, _then, number, lid) => {
      const older = first === 'number' ? await byNumber(number) : await byLid(lid)
      const younger = first === 'number' ? await byLid(lid) : await byNumber(number)
      expect(younger).not.toBe(older)
      expect(await byLid(lid, number)).toBe(older)
      expect(await byNumber(number)).toBe(older)
      expect((await merges()).at(-1)).toEqual({
        orderingKey: `conversation:${older}`,
        connectionId: connection,
        survivorId: older,
        otherIds: [younger],
        undone: false,
        person: { number: expect.stringMatching(/^55/), lid: expect.stringMatching(/^\d+$/), name: '' },
      })
      expect(await lastMove()).toMatchObject({ kind: 'merge', toId: older, fromId: younger, by: 'network' })
    },
  )

  it('merge when the network says so later, and learn a name they did not have', async () => {
    const older = await byNumber('5511999990005')
    const younger = await byLid('555')
    await callbacksFor(connection).linked({ number: '5511999990005', lid: '555' })
    expect(await byLid('555')).toBe(older)
    expect((await merges()).at(-1)).toMatchObject({ survivorId: older, otherIds: [younger] })
    const alone = await byNumber('5511999990006')
    await callbacksFor(connection).linked({ number: '5511999990006', lid: '666' })
    await callbacksFor(connection).linked({ number: '5511900000000', lid: '999' })
    expect(await byLid('666')).toBe(alone)
    expect(await pg.sql(`SELECT 1 FROM ${SCHEMA}.conversation_aliases WHERE alias = 'lid:999'`)).toEqual([])
  })

  it('are not captured by who claims a number: only the claimed name moves, and it is logged', async () => {
    const victim = await byNumber('5511999990007', '777')
    const attacker = await byLid('1777')
    const before = (await merges()).length
    const claimed = await byLid('1777', '5511999990007')
    expect(claimed).toBe(attacker)
    expect(await byLid('777')).toBe(victim)
    expect((await merges()).length).toBe(before)
    expect(await lastMove()).toMatchObject({ kind: 'repoint', fromId: victim, toId: attacker })
    await callbacksFor(connection).linked({ number: '5511999990007', lid: '777' })
    expect(await byNumber('5511999990007')).toBe(victim)
    expect(await byLid('1777')).toBe(attacker)
  })

  it('follow a privacy id to its newest number, and leave the old number its conversation', async () => {
    const old = await byNumber('5511999990008', '888')
    const next = await byNumber('5511999990009')
    await callbacksFor(connection).linked({ number: '5511999990009', lid: '888' })
    expect(await byLid('888')).toBe(next)
    expect(await byNumber('5511999990008')).toBe(old)
    const third = await byNumber('5511999990010', '888')
    expect([old, next]).not.toContain(third)
    expect(await byLid('888')).toBe(third)
  })

  it('are not linked by what an agent writes to', async () => {
    const older = await byNumber('5511999990011')
    const younger = await byLid('1111')
    const over = { number: '5511999990011', remoteJid: '1111@lid', body: 'oi' }
    await asksToSend(gateway, { messageId: messageUuid(1), connectionId: connection, ...over })
    expect(await byNumber('5511999990011')).toBe(older)
    expect(await byLid('1111')).toBe(younger)
  })

  it('leave groups alone', async () => {
    const group = { chat: { group: '120363' }, author: { lid: '1111' } }
    const sender = { number: '5511999990011', lid: '1111', name: 'Davi' }
    await callbacksFor(connection).inbound(
      textFrom('', 'G1', { ...group, contact: { number: '', lid: '', name: 'Obra' }, sender }),
    )
    const told = (await received(pg)).find(({ body }) => body.value.waId === 'G1')
    expect(await byLid('1111')).not.toBe(told?.body.value.conversationId)
    expect(await byNumber('5511999990011')).not.toBe(await byLid('1111'))
  })

  it('are resolved once by concurrent calls', async () => {
    const deps = { ...gateway.ports, conversations }
    const chats = Array.from({ length: 12 }, (_, index) => {
      const [number, lid] = ['5511988880000', '8888']
      const names = [
        { number, lid: '' },
        { number: '', lid },
        { number, lid },
      ][index % 3]
      const remoteJid = index % 3 === 1 ? `${lid}@lid` : jid(number)
      return { remoteJid, isGroup: false, number: '', lid: '', ...names }
    })
    await Promise.all(
      chats.map((chat) =>
        pg
          .db(SCHEMA)
          .withTenant(acme, (tx) =>
            resolveConversation(
              deps,
              tx,
              { companyId: acme, connectionId: toConnectionId(connection) },
              chat,
            ),
          ),
      ),
    )
    const both = await byLid('8888', '5511988880000')
    expect(await byNumber('551188880000')).toBe(both)
    expect(await byLid('8888')).toBe(both)
  })

  it('hear of ticks where they are now, also for what was sent before', async () => {
    const older = await byNumber('5511999990016')
    const younger = await byLid('1616')
    const over = { number: '', remoteJid: '1616@lid', body: 'antes' }
    await asksToSend(gateway, { messageId: messageUuid(3), connectionId: connection, ...over })
    const [row] = await pg.sql<{ waId: string }>(
      `SELECT wa_id AS "waId" FROM ${SCHEMA}.outbound WHERE message_id = $1`,
      [messageUuid(3)],
    )
    await callbacksFor(connection).receipt([row?.waId ?? ''], 2)
    await callbacksFor(connection).linked({ number: '5511999990016', lid: '1616' })
    await callbacksFor(connection).receipt([row?.waId ?? ''], 3)
    const ticks = (await outboundChanges(pg)).filter(({ body }) => body.value.messageId === messageUuid(3))
    expect(ticks.map(({ orderingKey, body }) => [orderingKey, body.value.ack])).toEqual([
      [`conversation:${younger}`, 2],
      [`conversation:${older}`, 3],
    ])
  })

  it('live again when a merge is undone, and stay apart whatever the network says', async () => {
    const older = await byNumber('5511999990012')
    const younger = await byLid('1212')
    await callbacksFor(connection).linked({ number: '5511999990012', lid: '1212' })
    const move = await lastMove()
    expect(await byLid('1212')).toBe(older)
    await expect(undo(move?.id ?? '', beta)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' })
    expect(await undo(move?.id ?? '')).toMatchObject({ undoneBy: 'user:1' })
    await undo(move?.id ?? '')
    expect(await byLid('1212')).toBe(younger)
    expect(await byNumber('5511999990012')).toBe(older)
    const told = (await merges()).filter(({ survivorId }) => survivorId === older)
    expect(told.map(({ undone }) => undone)).toEqual([false, true])
    expect(told[1]?.person).toEqual(told[0]?.person)
    await callbacksFor(connection).linked({ number: '5511999990012', lid: '1212' })
    expect(await byLid('1212', '5511999990012')).toBe(younger)
    expect(await byNumber('5511999990012', '1212')).toBe(older)
  })

  it('stay apart also when one of them has become part of another since', async () => {
    const third = await byLid('1718')
    await byNumber('5511999990017')
    const younger = await byLid('1717')
    await callbacksFor(connection).linked({ number: '5511999990017', lid: '1717' })
    await undo((await lastMove())?.id ?? '')
    await callbacksFor(connection).linked({ number: '5511999990017', lid: '1718' })
    expect(await byNumber('5511999990017')).toBe(third)
    await callbacksFor(connection).linked({ number: '5511999990017', lid: '1717' })
    expect(await byNumber('5511999990017', '1717')).toBe(third)
    expect(await byLid('1717')).toBe(younger)
  })

  it('give back only what the kept conversation still has', async () => {
    await byNumber('5511999990013')
    await byLid('1313')
    await callbacksFor(connection).linked({ number: '5511999990013', lid: '1313' })
    const move = await lastMove()
    const elsewhere = await byNumber('5511999990014')
    await callbacksFor(connection).linked({ number: '5511999990014', lid: '1313' })
    await undo(move?.id ?? '')
    expect(await byLid('1313')).toBe(elsewhere)
  })

  it('take what waits to be sent along, and back', async () => {
    const older = await byNumber('5511999990015')
    const younger = await byLid('1515')
    const over = { number: '', remoteJid: '1515@lid', body: 'espera' }
    await asksToSend(gateway, { messageId: messageUuid(2), connectionId: connection, ...over })
    const where = async () => {
      const [row] = await pg.sql<{ id: string }>(
        `SELECT conversation_id AS id FROM ${SCHEMA}.outbound WHERE message_id = $1`,
        [messageUuid(2)],
      )
      return row?.id
    }
    expect(await where()).toBe(younger)
    await callbacksFor(connection).linked({ number: '5511999990015', lid: '1515' })
    expect(await where()).toBe(older)
    await undo((await lastMove())?.id ?? '')
    expect(await where()).toBe(younger)
  })
})
