import { waitFor } from '@balcao/testkit'

import { Desk } from './bad-network-desk'
import type { Account, Certificate } from './fake-whatsapp'

const kinds: Certificate[] = [
  'wrong-root',
  'expired',
  'not-yet-valid',
  'tampered-leaf',
  'tampered-intermediate',
  'foreign-leaf',
]

describe('a server that cannot prove that it is WhatsApp', () => {
  let desk: Desk
  let account: Account
  let id: number

  beforeAll(async () => {
    desk = await Desk.open()
    account = desk.wa.account('5511940000001')
    id = await desk.link(account)
  })

  afterAll(() => desk.close())

  it.each(kinds)('gets nothing but a client hello when its certificate is: %s', async (kind) => {
    const { wa } = desk
    const before = wa.ledger.handshakes.length
    wa.settings.certificate = kind
    wa.disconnect(account)
    await waitFor(() => wa.ledger.handshakes.length > before)
    await desk.is(id, { status: 'OPENING', last_end: 'lost', retries: 2, qrcode: '', wanted: true })
    // The client sent neither its long-lived key nor its identity: the second frame of the handshake is missing.
    expect(wa.ledger.handshakes.slice(before).map(({ framesIn }) => framesIn)).not.toContain(2)
    wa.settings.certificate = 'good'
    await desk.isConnected(id)
    expect(await desk.row(id)).toMatchObject({ number: account.number, retries: 0, last_end: '' })
    await desk.talks(id, account, wa.contact('5511999990001'), kind)
    wa.verify()
  })

  it('learns nothing of a number that is not linked yet', async () => {
    const { wa } = desk
    wa.settings.certificate = 'foreign-leaf'
    const fresh = await desk.create('Nova')
    const before = wa.ledger.handshakes.length
    await waitFor(() => wa.ledger.handshakes.length > before)
    await desk.is(fresh, { status: 'OPENING', qrcode: '' })
    expect(wa.ledger.registrations).toBe(1)
    wa.settings.certificate = 'good'
    await wa.account('5511940000002').scan(await desk.code(fresh))
    await desk.isConnected(fresh)
  })
})
