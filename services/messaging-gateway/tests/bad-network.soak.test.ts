import { randomBytes } from 'node:crypto'

import { readOutbox, waitFor } from '@balcao/testkit'

import { Desk, PATIENCE_MS, words } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'
import { SCHEMA } from './support'

jest.setTimeout(180_000)

const [ANA, BIA] = ['5511999990001', '5511999990002']

/** The directions of the messages meanwhile. */
interface Talk {
  contact: Contact
  inbound: string[]
  outbound: string[]
}

describe('on a bad network', () => {
  let desk: Desk
  let account: Account
  let id: number
  let talks: Talk[]

  beforeEach(async () => {
    desk = await Desk.open({
      gateway: { tuning: { baileysTimes: { keepAlive: 500, connect: 2_000 } } },
    })
    account = desk.wa.account('5511940000001')
    id = await desk.link(account)
    talks = [ANA, BIA].map((number) => ({
      contact: desk.wa.contact(number),
      inbound: [],
      outbound: [],
    }))
  })

  afterEach(() => desk.close())

  /** `count` messages in each direction in every chat, interleaved. */
  const talk = async (word: string, count: number) => {
    for (const text of words(word, count))
      for (const { contact, inbound, outbound } of talks) {
        inbound.push(text)
        outbound.push(`re: ${text}`)
        await contact.text(account, text)
        await desk.sends(id, contact, `re: ${text}`)
      }
  }

  /** Every message that was written has arrived, once and in order. */
  const everythingArrived = async () => {
    for (const { contact, inbound, outbound } of talks) {
      await desk.has(id, contact, inbound)
      await desk.shows(account, contact, outbound)
    }
    await settled()
  }

  const settled = async () => {
    await waitFor(() => account.device.pending.length === 0, PATIENCE_MS)
    await waitFor(async () => (await openRows()) === 0, PATIENCE_MS)
    expect(account.ledger.nacks).toEqual([])
    desk.wa.verify()
  }

  const openRows = async () => {
    const [row] = await desk.pg.sql<{ open: number }>(
      `SELECT count(*)::int AS open FROM ${SCHEMA}.outbound WHERE state NOT IN ('ACCEPTED', 'DELIVERED', 'READ')`,
    )
    return row?.open
  }

  it('that loses, doubles and overtakes frames both ways, nothing is lost or doubled', async () => {
    const { wa } = desk
    const rates = { dropRate: 0.05, duplicateRate: 0.05, reorderRate: 0.05 }
    wa.faults.toClient = { ...wa.faults.toClient, ...rates }
    wa.faults.fromClient = { ...wa.faults.fromClient, ...rates }
    for (const round of words('rodada', 3)) {
      await talk(round, 10)
      // Stanzas that the server could not deliver are delivered with the next connection.
      wa.disconnect(account)
      await desk.is(id, { status: 'OPENING', last_end: 'lost' })
      await desk.isConnected(id)
    }
    wa.faults.clear()
    wa.disconnect(account)
    for (const { contact, inbound, outbound } of talks) {
      await waitFor(async () => (await desk.bodies(id, contact)).length >= inbound.length, PATIENCE_MS)
      expect((await desk.bodies(id, contact)).toSorted()).toEqual(inbound.toSorted())
      await desk.shows(account, contact, outbound)
    }
    await settled()
  })

  it('that is cut at any frame, both backlogs follow in order', async () => {
    const { wa } = desk
    for (const [tag, direction] of [
      ['message', 'out'],
      ['message', 'in'],
      ['receipt', 'in'],
      ['ack', 'out'],
    ] as const)
      for (const when of ['before', 'after'] as const) {
        wa.faults.cut({ direction, tag, when, nth: 3 })
        await talk(`${tag} ${direction} ${when}`, 3)
        await desk.isConnected(id)
      }
    await everythingArrived()
    await desk.is(id, { status: 'CONNECTED', last_end: '', retries: 0 })
  })

  it('that is gone for a while, the state says so, and what waited comes in order', async () => {
    const { wa } = desk
    await talk('antes', 2)
    // About 30 s with SLOW_NETWORK=1.
    wa.faults.refuseConnects = process.env['SLOW_NETWORK'] ? 5 : 2
    wa.disconnect(account)
    await desk.is(id, { status: 'OPENING', last_end: 'lost', retries: 1 })
    await talk('durante', 8)
    await desk.is(id, { status: 'OPENING', last_end: 'lost', retries: 3 })
    await desk.isConnected(id, 90_000)
    await talk('depois', 2)
    await everythingArrived()
    await desk.is(id, { status: 'CONNECTED', last_end: '', retries: 0 })
  })

  it('that died without a close frame is noticed by its silence', async () => {
    const { wa } = desk
    await talk('antes', 1)
    wa.freeze(account)
    await talk('durante', 2)
    await desk.is(id, { status: 'OPENING', last_end: 'lost' })
    await desk.isConnected(id)
    await talk('depois', 1)
    await everythingArrived()
  })

  it.each([500, 503, 515] as const)('whose server ends streams with %d is come back to', async (code) => {
    const { wa } = desk
    await talk('antes', 1)
    wa.kick(account, code)
    await waitFor(() => account.ledger.connections.length >= 2, PATIENCE_MS)
    await desk.isConnected(id)
    await talk('depois', 2)
    await everythingArrived()
  })

  it('whose server refuses log-ins for a while is come back to', async () => {
    const { wa } = desk
    wa.faults.failLogins(503, { count: 2 })
    wa.disconnect(account)
    await desk.is(id, { status: 'OPENING', last_end: 'lost', retries: 2 })
    await desk.isConnected(id)
    await talk('depois', 1)
    await everythingArrived()
  })

  it('where another client replaces the session again and again, it reconnects twice, then waits for a user', async () => {
    const { wa } = desk
    for (const takeover of [1, 2]) {
      const logins = account.ledger.connections.length
      wa.kick(account, 440)
      await waitFor(() => account.ledger.connections.length > logins, PATIENCE_MS)
      await desk.isConnected(id)
      expect(account.ledger.connections).toHaveLength(1 + takeover)
    }
    wa.kick(account, 440)
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'held-elsewhere', qrcode: '', wanted: false })
    await talk('durante', 2)
    expect(account.ledger.connections).toHaveLength(3)
    await desk.admin('POST', `/whatsappsession/${id}`, {})
    await desk.isConnected(id)
    await talk('depois', 1)
    await everythingArrived()
  })
})

describe('a media host', () => {
  let desk: Desk
  let account: Account
  let id: number

  const open = async (mediaTimes: { inlineMs: number; firstRetryMs: number; maxTries?: number }) => {
    desk = await Desk.open({ gateway: { tuning: { mediaTimes } } })
    account = desk.wa.account('5511940000001')
    id = await desk.link(account)
  }

  afterEach(() => desk.close())

  const files = async () =>
    (await readOutbox(desk.pg, SCHEMA, 'messageMediaArrived')).map(({ body }) => body.value)

  it('that is slow delays its own chat for a moment only; the file follows', async () => {
    await open({ inlineMs: 300, firstRetryMs: 100 })
    const ana = desk.wa.contact(ANA)
    desk.wa.media.chunkDelayMs = 150
    await ana.media(account, 'document', randomBytes(100_000), { caption: 'lento' })
    await ana.text(account, 'e aí?')
    await desk.has(id, ana, ['lento', 'e aí?'])
    expect((await desk.received(id))[0]).toMatchObject({ mediaPending: true, media: undefined })
    await waitFor(async () => (await files()).length === 1, PATIENCE_MS)
    expect(await files()).toMatchObject([{ media: { sizeBytes: 100_000 } }])
    desk.wa.verify()
  })

  it('that is slow delays no other chat, however many files are on their way', async () => {
    await open({ inlineMs: 60_000, firstRetryMs: 100 })
    desk.wa.media.chunkDelayMs = 1_000
    const senders = Array.from({ length: 20 }, (_, index) => desk.wa.contact(`55119999910${10 + index}`))
    for (const sender of senders) await sender.media(account, 'document', randomBytes(100_000))
    await waitFor(() => desk.wa.media.downloads.length >= 8, PATIENCE_MS)
    const ana = desk.wa.contact(ANA)
    for (const text of words('rápido', 5)) await ana.text(account, text)
    await desk.has(id, ana, words('rápido', 5))
    const order = (await desk.received(id)).map(({ body }) => body.startsWith('rápido'))
    expect(order).toEqual(order.toSorted((left, right) => Number(right) - Number(left)))
    desk.wa.media.chunkDelayMs = 0
    await waitFor(async () => (await desk.received(id)).length === 25, PATIENCE_MS)
    expect((await desk.received(id)).filter(({ media }) => media)).toHaveLength(20)
    desk.wa.verify()
  })

  it('that fails has its files asked for again', async () => {
    await open({ inlineMs: 2_000, firstRetryMs: 100 })
    const ana = desk.wa.contact(ANA)
    desk.wa.media.failNext(500, 2)
    await ana.media(account, 'image', randomBytes(10_000), { caption: 'foto' })
    await ana.text(account, 'viu?')
    await desk.has(id, ana, ['foto', 'viu?'])
    await waitFor(async () => (await files()).length === 1, PATIENCE_MS)
    expect((await files())[0]?.media?.sizeBytes).toBe(10_000)
  })

  it.each([404, 410])('that has a file no more (%d) is given up, the message stays', async (status) => {
    await open({ inlineMs: 2_000, firstRetryMs: 50, maxTries: 3 })
    const ana = desk.wa.contact(ANA)
    desk.wa.media.failNext(status, 1_000)
    await ana.media(account, 'image', randomBytes(10_000), { caption: 'foto' })
    await ana.text(account, 'viu?')
    await desk.has(id, ana, ['foto', 'viu?'])
    await waitFor(async () => (await files()).length === 1, PATIENCE_MS)
    expect(await files()).toMatchObject([{ media: undefined }])
  })

  it('that is down does not delay texts; messages with files follow', async () => {
    await open({ inlineMs: 2_000, firstRetryMs: 50 })
    const [ana, bia] = [desk.wa.contact(ANA), desk.wa.contact(BIA)]
    desk.wa.media.failNext(503, 4)
    const media = await desk.puts(randomBytes(5_000))
    const file = await desk.sends(id, ana, '', { kind: 'application', media })
    await desk.sends(id, bia, 'oi')
    await desk.shows(account, bia, ['oi'])
    await waitFor(() => ana.inbox(account).messages.length === 1, PATIENCE_MS)
    await waitFor(async () => (await desk.outbound(file)).state === 'DELIVERED', PATIENCE_MS)
    expect(desk.wa.media.uploads).toHaveLength(1)
    desk.wa.verify()
  })
})
