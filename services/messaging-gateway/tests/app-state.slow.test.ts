import { companyId, connectionId } from '@balcao/contracts'
import { waitFor } from '@balcao/testkit'

import type { BaileysSocket } from '../src/adapters/whatsapp/baileys/baileys-socket'
import type { DriverSession, SessionEvent } from '../src/features/whatsapp-driver'
import { Desk, PATIENCE_MS } from './bad-network-desk'
import { baileysRig } from './baileys-rig'
import type { Account, Contact, FakeWhatsApp } from './fake-whatsapp'
import type { DriverRig } from './driver-rig'
import { SCHEMA } from './support'

const ANA = '5511999990001'

/** The account's settings, from which the desk reads the names of the phone's address book. */
describe('the settings of an account', () => {
  let desk: Desk
  let account: Account
  let ana: Contact
  let id: number

  const open = async (settings = {}) => {
    desk = await Desk.open({ network: { settings } })
    account = desk.wa.account('5511940000001')
    ana = desk.wa.contact(ANA)
  }
  const link = async () => void (id = await desk.link(account))
  const names = async () => {
    const rows = await desk.pg.sql<{ number: string; name: string }>(
      `SELECT number, name FROM ${SCHEMA}.address_book WHERE connection_id = $1`,
      [id],
    )
    return Object.fromEntries(rows.map(({ number, name }) => [number, name]))
  }
  const knows = (wanted: Record<string, string>) =>
    waitFor(async () => {
      expect(await names()).toEqual(wanted)
      return true
    }, PATIENCE_MS)

  afterEach(() => desk.close())

  it('are read once the phone has given the key, and followed from then on', async () => {
    await open({ sendsHistory: true })
    await account.saveContact(ANA, 'Ana da padaria')
    await link()
    await knows({ [ANA]: 'Ana da padaria' })
    await account.saveContact(ANA, 'Ana da feira')
    await knows({ [ANA]: 'Ana da feira' })
    desk.wa.verify()
  })

  it('that are sealed with a key we do not have make us ask the phone, once, and are read when it answers', async () => {
    await open({ sendsHistory: true, givesSettingsKeys: false })
    await link()
    account.settings.changeKey()
    await account.saveContact(ANA, 'Ana da padaria')
    await waitFor(() => account.ledger.keyRequests.length === 1, PATIENCE_MS)
    await desk.talks(id, account, ana, 'enquanto isso')
    await account.saveContact(ANA, 'Ana da feira')
    await desk.talks(id, account, ana, 'ainda')
    expect(account.ledger.keyRequests).toHaveLength(1)
    expect(await names()).toEqual({})
    await account.shareAppStateKey()
    await knows({ [ANA]: 'Ana da feira' })
    desk.wa.verify()
  })

  it('that the server keeps in one file are read from it, and followed from then on', async () => {
    await open()
    for (let index = 0; index < 120; index++)
      await account.saveContact(`55119777${index + 10_000}`, `Contato ${index}`)
    await account.saveContact(ANA, 'Ana da padaria')
    account.compactSettings('critical_unblock_low')
    await link()
    await account.shareAppStateKey()
    await waitFor(async () => Object.keys(await names()).length === 121, PATIENCE_MS)
    expect(await names()).toMatchObject({ [ANA]: 'Ana da padaria', '5511977710119': 'Contato 119' })
    await account.saveContact(ANA, 'Ana da feira')
    await waitFor(async () => (await names())[ANA] === 'Ana da feira', PATIENCE_MS)
    desk.wa.verify()
  })

  it('that the database refuses are tried again, as calls are', async () => {
    await open({ sendsHistory: true })
    await link()
    await desk.pg.sql(`ALTER TABLE ${SCHEMA}.address_book RENAME TO hidden_book`)
    await desk.pg.sql(`ALTER TABLE ${SCHEMA}.inbound_messages RENAME TO hidden_messages`)
    await account.saveContact(ANA, 'Ana da padaria')
    ana.call(account, { id: 'CALL1' })
    await waitFor(() => account.device.pending.length === 0, PATIENCE_MS)
    await desk.pg.sql(`ALTER TABLE ${SCHEMA}.hidden_book RENAME TO address_book`)
    await desk.pg.sql(`ALTER TABLE ${SCHEMA}.hidden_messages RENAME TO inbound_messages`)
    await knows({ [ANA]: 'Ana da padaria' })
    await waitFor(async () => (await desk.received(id)).some(({ waId }) => waId === 'CALL1'), PATIENCE_MS)
  })

  it('are requested over the next socket when this one ended before they arrived', async () => {
    await open()
    await account.saveContact(ANA, 'Ana da padaria')
    await link()
    desk.wa.faults.cut({ direction: 'in', tag: 'iq', nth: 1, when: 'before' })
    await account.shareAppStateKey()
    await knows({ [ANA]: 'Ana da padaria' })
    await desk.isConnected(id)
  })
})

/** The library changes settings within a transaction nested in the synchronising one of the same name. */
describe('a change of the settings by us', () => {
  const jid = `${ANA}@s.whatsapp.net`
  let rig: DriverRig
  let wa: FakeWhatsApp
  let session: DriverSession
  const heard: string[] = []
  const accepted: string[] = []

  beforeEach(async () => {
    ;({ rig, wa } = await baileysRig())
    for (const list of [heard, accepted]) list.length = 0
    const states: SessionEvent[] = []
    const nothing = () => Promise.resolve()
    session = await rig.driver.open({
      companyId: companyId(1),
      connectionId: connectionId(1),
      lease: rig.lease,
      callbacks: {
        session: (event) => Promise.resolve(void states.push(event)),
        inbound: ({ body }) => Promise.resolve(void heard.push(body)),
        accepted: (waId) => Promise.resolve(void accepted.push(waId)),
        called: () => Promise.resolve('ring' as const),
        revised: nothing,
        rejected: nothing,
        undelivered: nothing,
        reacted: nothing,
        addressBook: nothing,
        chatted: nothing,
        linked: nothing,
        numberChanged: nothing,
        receipt: nothing,
        priced: nothing,
        filled: nothing,
        trouble: nothing,
        numberAnswered: nothing,
        templateChanged: nothing,
        limited: nothing,
      },
      numbers: { find: () => Promise.resolve(undefined), save: nothing },
      findLastReceived: () => Promise.resolve(undefined),
    })
    const code = await waitFor(() => states.find((state) => state.kind === 'qr'), PATIENCE_MS)
    await rig.scan(code.text)
    await waitFor(() => states.some(({ kind }) => kind === 'connected'), PATIENCE_MS)
  })
  afterEach(async () => {
    await session.close()
    await rig.close()
  })

  const send = (waId: string, body: string) =>
    session.send({
      waId,
      body,
      chat: { phone: ANA },
      kind: 'chat',
      vcard: '',
      typingMs: 0,
      media: undefined,
      quoted: undefined,
      location: undefined,
    })

  it('does not deadlock with messages, retries and keys', async () => {
    const account = wa.account('5511940000001')
    const ana = wa.contact(ANA)
    const { sock } = (session as unknown as { socket: BaileysSocket }).socket
    await account.shareAppStateKey()
    await waitFor(() => sock.authState.creds.myAppStateKeyId, PATIENCE_MS)
    await send('3EB0AA', 'antes')
    await waitFor(() => accepted.includes('3EB0AA'), PATIENCE_MS)
    // Longer than the whole test: everything below happens while the change waits for its answers.
    wa.faults.fromClient = { ...wa.faults.fromClient, tags: ['iq'], delayMs: 500 }
    const changed = sock.chatModify({ archive: true, lastMessages: [] }, jid)
    await ana.text(account, 'oi')
    await ana.requestRetry(account, '3EB0AA')
    await account.shareAppStateKey()
    await waitFor(() => heard.includes('oi'), PATIENCE_MS)
    await changed
    expect(account.settings.findVersion('regular_low')).toBe(1)
    await send('3EB0AB', 'depois')
    await waitFor(() => accepted.includes('3EB0AB'), PATIENCE_MS)
    await waitFor(() => account.device.pending.length === 0, PATIENCE_MS)
    wa.verify()
  })
})
