import type { ConnectionView, PasskeyStepView } from '@balcao/contracts'
import { readOutbox, waitFor } from '@balcao/testkit'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import { SoftPasskey } from './fake-whatsapp'
import { SCHEMA } from './support'

const OURS = '5511940000001'

const findPasskey = async (desk: Desk, id: number) =>
  (await desk.admin<ConnectionView>('GET', `/whatsapp/${id}`)).body.passkey

const isStep = <S extends PasskeyStepView['step']>(
  passkey: PasskeyStepView | null | undefined,
  step: S,
): passkey is Extract<PasskeyStepView, { step: S }> => passkey?.step === step

/** The linking step that an administrator sees, once it is this one. */
const waitForStep = <S extends PasskeyStepView['step']>(desk: Desk, id: number, step: S) =>
  waitFor(async () => {
    const passkey = await findPasskey(desk, id)
    return isStep(passkey, step) ? passkey : undefined
  }, PATIENCE_MS)

/** A number whose phone has scanned the code and requires its passkey. */
async function asksForPasskey(desk: Desk) {
  desk.wa.settings.requiresPasskey = true
  const passkey = new SoftPasskey()
  const account = desk.wa.account(OURS)
  account.passkey = passkey.enrolled
  const id = await desk.create('Vendas')
  const linked = account.scan(await desk.code(id))
  // Callers that await `linked` get its outcome; without this handler an early rejection would be unhandled.
  linked.catch(() => undefined)
  return { id, passkey, account, linked }
}

describe('a number that is being linked', () => {
  let desk: Desk

  beforeEach(async () => {
    desk = await Desk.open()
  })
  afterEach(() => desk.close())

  it('whose phone asks for a passkey rests when it is not given in time, and shows no other code', async () => {
    Object.assign(desk.wa.settings, { requiresPasskey: true, passkeyMs: 300 })
    const id = await desk.create('Vendas')
    await expect(desk.wa.account(OURS).scan(await desk.code(id))).rejects.toThrow('went away')
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'passkey-required', qrcode: '', wanted: false })
    expect(await findPasskey(desk, id)).toBeNull()
    expect(desk.wa.ledger.registrations).toBe(1)
    desk.wa.settings.requiresPasskey = false
    await desk.admin('POST', `/whatsappsession/${id}`, {})
    await desk.wa.account(OURS).scan(await desk.code(id))
    await desk.isConnected(id)
  })

  it('is linked with the passkey that a browser gives, after one that the server refuses', async () => {
    const { id, passkey, account, linked } = await asksForPasskey(desk)
    const asked = await waitForStep(desk, id, 'requested')
    expect(asked.options).toMatchObject({
      rpId: 'whatsapp.com',
      userVerification: 'required',
      timeout: 600_000,
    })
    const path = `/whatsappsession/${id}/passkey`
    expect(await desk.admin('POST', path, new SoftPasskey().answer(asked.options))).toMatchObject({
      status: 409,
      body: { error: 'ERR_WAPP_PASSKEY' },
    })
    expect(desk.wa.ledger.passkeyFaults).toEqual(['another credential'])
    expect(await desk.admin('POST', path, passkey.answer(asked.options))).toMatchObject({ status: 200 })
    await linked
    await desk.is(id, { status: 'CONNECTED', number: OURS })
    expect(await findPasskey(desk, id)).toBeNull()
    await desk.talks(id, account, desk.wa.contact('5511933340001'), 'Oi')
    expect(await desk.admin('POST', path, passkey.answer(asked.options))).toMatchObject({ status: 409 })
    desk.wa.verify()
  })

  it('rests when the line breaks while the passkey is waited for: the next code would lead to the same', async () => {
    const { id, linked } = await asksForPasskey(desk)
    await waitForStep(desk, id, 'requested')
    desk.wa.disconnectUnlinked()
    await expect(linked).rejects.toThrow('went away')
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'passkey-required', wanted: false })
    expect(desk.wa.ledger.registrations).toBe(1)
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
  // The library reports it when its first query times out.
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

it('is linked once a person has compared codes, when the passkey came too late for the scanned code to prove anything', async () => {
  const desk = await Desk.open({ gateway: { tuning: { baileysTimes: { passkeyProof: 0 } } } })
  try {
    const { id, passkey, account, linked } = await asksForPasskey(desk)
    const { options } = await waitForStep(desk, id, 'requested')
    const confirm = () => desk.admin('POST', `/whatsappsession/${id}/passkey/confirm`, {})
    expect(await confirm()).toMatchObject({ status: 409, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } })
    await desk.admin('POST', `/whatsappsession/${id}/passkey`, passkey.answer(options))
    const { code } = await waitForStep(desk, id, 'compare')
    expect(code).toMatch(/^[1-9A-Z]{4}-[1-9A-Z]{4}$/)
    expect(code).toBe(account.comparedCode)
    expect(await confirm()).toMatchObject({ status: 200 })
    await linked
    await desk.is(id, { status: 'CONNECTED', number: OURS })
    const told = await readOutbox(desk.pg, SCHEMA, 'connectionSessionChanged')
    const steps = told.flatMap(({ body }) => body.value.passkey?.step?.$case ?? [])
    // The phone may ask for the comparison, and link the number, before the server's answer that `answered` tells of.
    expect(steps.filter((step) => step !== 'answered')).toEqual(['requested', 'compare'])
    desk.wa.verify()
  } finally {
    await desk.close()
  }
})
