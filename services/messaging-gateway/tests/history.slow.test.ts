import type { ConnectionView } from '@balcao/contracts'
import { waitFor } from '@balcao/testkit'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import { longConversations, type Account, type Contact } from './fake-whatsapp'
import { people, SCHEMA } from './support'

/** Histories of a phone, on the media host as phones upload them. */
describe('a phone’s history', () => {
  let desk: Desk
  let account: Account
  let ana: Contact
  let id: number

  beforeEach(async () => {
    desk = await Desk.open({ gateway: { tuning: { baileysTimes: { historyRetry: 50 } } } })
    account = desk.wa.account('5511940000001')
    ana = desk.wa.contact('5511999990001', { name: 'Ana' })
    id = await desk.link(account)
  })
  afterEach(() => desk.close())

  const names = async () => {
    const [row] = await desk.pg.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${SCHEMA}.address_book WHERE connection_id = $1`,
      [id],
    )
    return row?.count ?? 0
  }
  const knownChats = async () => {
    const [row] = await desk.pg.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${SCHEMA}.conversations WHERE opened`,
    )
    return row?.count ?? 0
  }
  const hasNames = (count: number) => waitFor(async () => (await names()) === count, PATIENCE_MS)

  it('of megabytes delays no message while it is fetched and read', async () => {
    const conversations = longConversations(3)
    desk.wa.media.chunkDelayMs = 40
    await account.sendHistory({ kind: 'recent', conversations })
    await waitFor(() => desk.wa.media.downloads.length > 0, PATIENCE_MS)
    await desk.talks(id, account, ana, 'enquanto isso')
    expect(await names()).toBe(0)
    desk.wa.media.chunkDelayMs = 0
    await hasNames(conversations.length)
    await waitFor(() => account.device.pending.length === 0, PATIENCE_MS)
    desk.wa.verify()
  })

  it('names the contacts with a chat: a message to them begins no new chat', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const chat = (number: string, conversationTimestamp?: number) => ({
      id: `${number}@s.whatsapp.net`,
      name: number,
      conversationTimestamp,
    })
    const conversations = [chat('5511999990001', now), chat('5511999990002'), chat('5511999990003', now)]
    await account.sendHistory({ kind: 'recent', conversations })
    await hasNames(3)
    // Chats are recorded after names.
    await waitFor(async () => (await knownChats()) === 2, PATIENCE_MS)
    for (const number of ['5511999990001', '5511999990002', '5511999990003', '5511999990004'])
      await desk.sends(id, desk.wa.contact(number), 'oi')
    const rows = await desk.pg.sql<{ remote_jid: string; new_chat: boolean }>(
      `SELECT remote_jid, new_chat FROM ${SCHEMA}.outbound ORDER BY id`,
    )
    expect(rows.map((row) => row.new_chat)).toEqual([false, true, false, true])
  })

  it('is fetched again when the media host fails', async () => {
    const conversations = longConversations(0.2)
    desk.wa.media.failNext(500, 2)
    await account.sendHistory({ kind: 'recent', conversations })
    await hasNames(conversations.length)
  })

  it('that the process died over is taken by the next one', async () => {
    const conversations = longConversations(3)
    desk.wa.media.chunkDelayMs = 40
    await account.sendHistory({ kind: 'recent', conversations })
    await waitFor(() => desk.wa.media.downloads.length > 0, PATIENCE_MS)
    await waitFor(() => account.device.pending.length === 0, PATIENCE_MS)
    await desk.restart()
    desk.wa.media.chunkDelayMs = 0
    await hasNames(conversations.length)
    await desk.talks(id, account, ana, 'oi')
  })

  it('that is gone from the host is given up, and the session continues', async () => {
    desk.wa.media.failNext(404, 5)
    await account.sendHistory({ kind: 'recent', conversations: longConversations(0.2) })
    const later = longConversations(0.1)
    await account.sendHistory({ kind: 'recent', conversations: later })
    await hasNames(later.length)
    await desk.talks(id, account, ana, 'oi')
  })
})

describe('the histories of a company with many phones', () => {
  it('hold up no message and no history of another company', async () => {
    const desk = await Desk.open({ historyHours: 100 })
    const accounts = ['5511940000001', '5511940000002', '5511940000003'].map((number) =>
      desk.wa.account(number),
    )
    const ids = await Promise.all(accounts.map((account) => desk.link(account)))
    const other = desk.wa.account('5521940000001')
    const { foreigner } = await people(desk.pg, desk.gateway.url)
    const created = await foreigner<ConnectionView>('POST', '/whatsapp', { name: 'outra', provider: 'beta' })
    const { id } = created.body
    await other.scan(await desk.code(id))
    await desk.isConnected(id)

    const conversations = longConversations(1)
    const all = accounts.length * conversations.length * (conversations[0]?.messages?.length ?? 0)
    // Rows are counted, not events read: the gateway runs in this process, and decoding thousands for each look would stop it.
    const countReceived = async () => {
      const [row] = await desk.pg.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${SCHEMA}.inbound_messages WHERE connection_id = ANY ($1::int[])`,
        [ids],
      )
      return row?.count ?? 0
    }
    for (const account of accounts) await account.sendHistory({ kind: 'recent', conversations })
    await waitFor(async () => (await countReceived()) > 0, PATIENCE_MS)
    const ana = desk.wa.contact('5511999990001', { name: 'Ana' })
    await ana.text(other, 'oi')
    await other.sendHistory({ kind: 'recent', conversations: conversations.slice(0, 1) })
    await desk.has(id, ana, ['oi'])
    await waitFor(async () => (await desk.received(id)).length > 1, PATIENCE_MS)
    expect(await countReceived()).toBeLessThan(all)
    await waitFor(async () => (await countReceived()) === all, PATIENCE_MS)
    const received = await Promise.all(ids.map((each) => desk.received(each)))
    expect(received.flat()).toHaveLength(all)
    await desk.close()
  })
})
