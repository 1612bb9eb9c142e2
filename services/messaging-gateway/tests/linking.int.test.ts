import { Desk } from './bad-network-desk'
import { SCHEMA } from './support'

jest.setTimeout(120_000)

const OURS = '5511940000001'

describe('a number that is being linked', () => {
  let desk: Desk

  beforeEach(async () => {
    desk = await Desk.open()
  })
  afterEach(() => desk.close())

  it('is not connected by a success that comes before the phone has linked it', async () => {
    const id = await desk.create('Vendas')
    await desk.code(id)
    expect(await desk.row(id)).toMatchObject({ status: 'qrcode', number: '' })
    await desk.wa.account(OURS).scan(await desk.code(id))
    await desk.is(id, { status: 'CONNECTED', number: OURS })
    const statuses = await desk.pg.sql<{ open: boolean }>(
      `SELECT 1 FROM ${SCHEMA}.connections WHERE number = '' AND status = 'CONNECTED'`,
    )
    expect(statuses).toEqual([])
    desk.wa.verify()
  })

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
      ...{ status: 409, body: { error: 'ERR_WAPP_PAIRING_CODE' } },
    })
    await desk.wa.account(OURS).scan(qr)
    await desk.is(id, { status: 'CONNECTED', number: OURS })
    desk.wa.verify()
  })
})
