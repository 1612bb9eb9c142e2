import { waitFor } from '@balcao/testkit'
import type { BinaryNode } from '@whiskeysockets/baileys'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'
import { findChild, listChildren } from './fake-whatsapp/stanza'

/* What the server tells of devices: those of customers, of businesses that use the Cloud API too, and of our own account while we were away. */

const HOSTED = 99

let desk: Desk
let account: Account
let ana: Contact
let id: number
let stanzas: BinaryNode[]

beforeEach(async () => {
  stanzas = []
  const watch = (direction: 'in' | 'out', node: BinaryNode) => {
    if (direction === 'in') stanzas.push(node)
  }
  desk = await Desk.open({ network: { watch, settings: { asksAgain: false } } })
  account = desk.wa.account('5511940000001')
  ana = desk.wa.contact('5511999990001', { name: 'Ana' })
  id = await desk.link(account)
})
afterEach(() => desk.close())

/** Sends a text and waits until the server has taken it; its id. */
const sends = async (body: string, more: object = {}) => {
  const messageId = await desk.sends(id, ana, body, more)
  return waitFor(async () => {
    const row = await desk.outbound(messageId)
    return ['ACCEPTED', 'DELIVERED'].includes(row.state) ? row.wa_id : undefined
  }, PATIENCE_MS)
}
const isRead = (waId: string, phone: number) =>
  waitFor(
    () =>
      ana
        .inbox(account)
        .sightings.some((one) => one.waId === waId && one.phone === phone && one.outcome === 'decrypted'),
    PATIENCE_MS,
  )
const settled = () => waitFor(() => account.device.pending.length === 0, PATIENCE_MS)
/** Whom the stanzas of a message are for, each with those that it is encrypted for. */
const listStanzas = (waId: string) =>
  stanzas
    .filter(({ tag, attrs }) => tag === 'message' && attrs['id'] === waId)
    .map((node) => ({
      to: node.attrs['participant'] ?? node.attrs['to'],
      devices: listChildren(findChild(node, 'participants'))
        .map(({ attrs }) => attrs['jid'] ?? '')
        .filter((jid) => !jid.startsWith(account.lid))
        .sort(),
    }))

describe('a device of a customer', () => {
  it('is written to from the first message after it was linked, and no more once it was unlinked', async () => {
    await desk.talks(id, account, ana, 'oi')
    ana.addDevice(1)
    await settled()
    const both = await sends('aos dois')
    await isRead(both, 1)
    expect(listStanzas(both)).toEqual([
      { to: ana.jid('lid'), devices: [ana.jid('lid', 1), ana.jid('lid')].sort() },
    ])
    ana.removeDevice(1)
    await settled()
    const one = await sends('a um')
    await isRead(one, 0)
    await desk.wa.idle()
    expect(listStanzas(one)).toEqual([{ to: ana.jid('lid'), devices: [ana.jid('lid')] }])
    desk.wa.verify()
  })
})

describe('a business that uses the Cloud API too', () => {
  beforeEach(() => ana.change({ devices: [0, HOSTED] }))

  it('is written to at Meta’s device as well, and writes from it in the same chat', async () => {
    const waId = await sends('bom dia')
    await isRead(waId, 0)
    await isRead(waId, HOSTED)
    expect(listStanzas(waId)).toEqual([
      { to: ana.jid('lid'), devices: [ana.jid('lid'), ana.jid('lid', HOSTED)].sort() },
    ])
    await ana.text(account, 'do robô', { device: HOSTED })
    await ana.text(account, 'da pessoa')
    await desk.has(id, ana, ['do robô', 'da pessoa'])
    const [first, second] = await desk.received(id)
    expect(second?.conversationId).toBe(first?.conversationId)
    await desk.wa.idle()
    desk.wa.verify()
  })

  it('is in a group with its phone alone', async () => {
    const group = desk.wa.group(undefined, { subject: 'Obras', participants: [account, ana] })
    const waId = await sends('a todos', { number: '', remoteJid: group.jid })
    await isRead(waId, 0)
    await desk.wa.idle()
    expect(listStanzas(waId).map(({ to }) => to)).toEqual([group.jid])
    expect(ana.inbox(account).sightings.map(({ phone }) => phone)).toEqual([0, 0])
    desk.wa.verify()
  })
})

describe('what changed in the account while we were away', () => {
  it('is read and told to be clean, and nothing is lost meanwhile', async () => {
    const group = desk.wa.group(undefined, { subject: 'Antes', participants: [account, ana] })
    await group.text(ana, 'um')
    await waitFor(async () => (await desk.received(id)).length === 1, PATIENCE_MS)
    account.dirty.add('groups').add('account_sync')
    group.subject = 'Depois'
    desk.wa.disconnect(account)
    await group.text(ana, 'dois')
    await waitFor(() => !account.dirty.has('groups'), PATIENCE_MS)
    await group.text(ana, 'três')
    await waitFor(async () => (await desk.received(id)).length === 3, PATIENCE_MS)
    expect((await desk.received(id)).map(({ body, contact }) => [body, contact?.name])).toEqual([
      ['um', 'Antes'],
      ['dois', expect.any(String)],
      ['três', 'Depois'],
    ])
    // The library cleans it from the second time on, as it names what it knew before.
    desk.wa.disconnect(account)
    await waitFor(() => account.dirty.size === 0, PATIENCE_MS)
    await desk.talks(id, account, ana, 'oi')
    desk.wa.verify()
  })
})
