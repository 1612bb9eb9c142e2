import type { ConnectionView } from '@balcao/contracts'
import type { AppError } from '@balcao/kernel'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import { scriptedDriver, type ScriptedDriver } from './scripted-driver'
import { gatewayDatabase, people, SCHEMA, startGateway, statusIs, type Caller, type Gateway } from './support'

const NUMBER = '5511999990001'

const expectOver = (error: AppError) => expect(error.code).toBe('ERR_LEASE_LOST')

describe('a real phone', () => {
  let pg: TestDatabase
  let driver: ScriptedDriver
  let gateway: Gateway
  let admin: Caller
  let agent: Caller
  let foreigner: Caller
  let id: number

  const code = (who = admin, number: unknown = NUMBER, connection = id) =>
    who('POST', `/whatsappsession/${connection}/pairing-code`, { number })
  const view = async () => (await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body
  const notInitialized = { status: 409, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } }

  beforeEach(async () => {
    pg = await gatewayDatabase()
    driver = scriptedDriver()
    gateway = await startGateway(pg, { tuning: { drivers: [driver] } })
    ;({ admin, agent, foreigner } = await people(pg, gateway.url))
    id = (await admin<ConnectionView>('POST', '/whatsapp', { name: 'Real', provider: 'beta' })).body.id
    await waitFor(() => Promise.resolve(driver.findRequest(id) !== undefined))
  })

  afterEach(() => pg.close())

  it('can be linked by a code while a QR code is shown, and at no other time', async () => {
    expect(await code()).toMatchObject(notInitialized)
    await driver.says(id, { kind: 'qr', text: 'um' })
    expect(await code()).toEqual({ status: 200, body: { code: 'ABCD-1234' } })
    expect(driver.asked).toEqual([`code ${NUMBER}`])
    await driver.says(id, { kind: 'pairing' })
    expect(await code()).toMatchObject(notInitialized)
    await driver.says(id, { kind: 'connected', number: NUMBER })
    expect(await code()).toMatchObject(notInitialized)
  })

  it('gives a code to administrators of the own company, for a number that can be one', async () => {
    await driver.says(id, { kind: 'qr', text: 'um' })
    expect(await code(agent)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    const theirs = await code(foreigner)
    expect(theirs).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } })
    expect((await code(foreigner, NUMBER, id + 1_000)).status).toBe(404)
    for (const wrong of ['', '123', 'abcdefgh', null])
      expect(await code(admin, wrong)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(driver.asked).toEqual([])
  })

  it.each([
    ['logged-out', 'DISCONNECTED'],
    ['banned', 'DISCONNECTED'],
    ['multidevice-mismatch', 'DISCONNECTED'],
    ['passkey-required', 'DISCONNECTED'],
    ['outdated', 'DISCONNECTED'],
    ['bad-session', 'OPENING'],
    ['qr-expired', 'DISCONNECTED'],
    ['lost', 'OPENING'],
    ['replaced', 'OPENING'],
  ] as const)('that ended because it was %s says so until it works again', async (reason, status) => {
    expect((await view()).lastEnd).toBeNull()
    await driver.says(id, { kind: 'connected', number: NUMBER })
    await statusIs(admin, id, 'CONNECTED')
    const before = driver.findRequest(id)
    await driver.says(id, { kind: 'closed', reason })
    await statusIs(admin, id, status)
    expect((await view()).lastEnd).toBe(reason)
    await admin('POST', `/whatsappsession/${id}`)
    await waitFor(() => Promise.resolve(driver.findRequest(id) !== before))
    // A session that was opened automatically may have to be closed for the requested one.
    await waitFor(async () => {
      await driver.says(id, { kind: 'connected', number: NUMBER }).catch(expectOver)
      return (await view()).status === 'CONNECTED'
    })
    expect((await view()).lastEnd).toBeNull()
  })

  it('that belongs to another process by now writes nothing of its end', async () => {
    await driver.says(id, { kind: 'connected', number: NUMBER })
    await pg.sql(
      `UPDATE ${SCHEMA}.session_lease SET owner = 'another', epoch = epoch + 1, expires_at = now() + interval '1 hour'`,
    )
    const before = await view()
    // The pump may have noticed earlier.
    const heard = await driver.says(id, { kind: 'closed', reason: 'logged-out' }).then(
      () => 'heard',
      (error: AppError) => error.code,
    )
    expect(['heard', 'ERR_LEASE_LOST']).toContain(heard)
    await gateway.stop()
    expect(await pg.sql(`SELECT status, last_end FROM ${SCHEMA}.connections`)).toEqual([
      { status: before.status, last_end: '' },
    ])
  })

  it('says nothing of an end that was asked for', async () => {
    await driver.says(id, { kind: 'connected', number: NUMBER })
    await admin('DELETE', `/whatsappsession/${id}`)
    await statusIs(admin, id, 'DISCONNECTED')
    expect((await view()).lastEnd).toBeNull()
  })

  it('can be chosen where there is a driver for it', async () => {
    const answer = await admin('GET', '/whatsapp-providers')
    expect(answer).toEqual({
      status: 200,
      body: { providers: ['beta', 'simulated', 'cloud'], default: 'simulated' },
    })
    expect((await agent('GET', '/whatsapp-providers')).status).toBe(403)
  })
})
