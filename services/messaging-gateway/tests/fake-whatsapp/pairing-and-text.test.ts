import { waitFor } from '@balcao/testkit'

import { startFakeWhatsApp, type Account, type Contact, type FakeWhatsApp } from './index'
import { PlainClient } from './plain-client'

let wa: FakeWhatsApp
let account: Account
let ana: Contact
let client: PlainClient

beforeEach(async () => {
  wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small' } })
  account = wa.account('5511900000001')
  ana = wa.contact('5511977770001', { name: 'Ana' })
  client = new PlainClient(wa)
})

afterEach(async () => {
  await client.stop()
  await wa.stop()
})

describe('a client linked by its QR code', () => {
  beforeEach(() => client.pair(account))

  it('exchanges text with a contact and hears what became of it', async () => {
    await ana.text(account, 'oi')
    await waitFor(() => client.texts().includes('oi'))
    const sent = await client.sock.sendMessage(ana.jid('pn'), { text: 'bom dia' })
    await waitFor(() => ana.inbox(account).texts().includes('bom dia'))
    await waitFor(() => client.statusOf(sent?.key.id) === 3)
    await waitFor(() => account.device.pending.length === 0)
    expect(account.inbox(account).texts()).toEqual(['bom dia'])
    wa.verify()
  })
})
