import { readOutbox, waitFor } from '@balcao/testkit'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import { SCHEMA } from './support'

jest.setTimeout(120_000)

const OURS = '5511940000001'

describe('a number that is being linked', () => {
  let desk: Desk

  beforeEach(async () => {
    desk = await Desk.open()
  })
  afterEach(() => desk.close())

  it('whose phone asks for a passkey rests, says so, and shows no other code', async () => {
    desk.wa.settings.requiresPasskey = true
    const id = await desk.create('Vendas')
    const code = await desk.code(id)
    await expect(desk.wa.account(OURS).scan(code)).rejects.toThrow('passkey')
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'passkey-required', qrcode: '', wanted: false })
    expect(desk.wa.ledger.registrations).toBe(1)
    desk.wa.settings.requiresPasskey = false
    await desk.admin('POST', `/whatsappsession/${id}`, {})
    await desk.wa.account(OURS).scan(await desk.code(id))
    await desk.isConnected(id)
  })

  it('gets no code to type when the server refuses, and can still be scanned', async () => {
    const id = await desk.create('Vendas')
    const qr = await desk.code(id)
    desk.wa.settings.refusesPairingCodes = true
    const path = `/whatsappsession/${id}/pairing-code`
    expect(await desk.admin('POST', path, { number: OURS })).toMatchObject({
      status: 409,
      body: { error: 'ERR_WAPP_PAIRING_CODE' },
    })
    await desk.wa.account(OURS).scan(qr)
    await desk.is(id, { status: 'CONNECTED', number: OURS })
    desk.wa.verify()
  })
})

it('is not connected by a success that comes before its phone has linked it', async () => {
  // The library believes it as soon as its first query has had no answer.
  const desk = await Desk.open({ gateway: { tuning: { baileysTimes: { query: 100, qr: 1_000 } } } })
  try {
    const id = await desk.create('Vendas')
    const first = await desk.code(id)
    await waitFor(async () => ![first, ''].includes((await desk.row(id)).qrcode), PATIENCE_MS)
    const told = await readOutbox(desk.pg, SCHEMA, 'connectionSessionChanged')
    expect(told.map(({ body }) => body.value.status)).not.toContain('CONNECTED')
  } finally {
    await desk.close()
  }
})
