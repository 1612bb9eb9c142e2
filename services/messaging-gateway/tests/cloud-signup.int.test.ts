import type { CloudAccountView, ConnectionView } from '@balcao/contracts'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import type { GraphServer } from '../src/adapters/whatsapp/graph-server'
import { buildVerifyToken } from '../src/features/cloud-signup'
import { sweepSignupsJob } from '../src/features/cloud-signup/cloud-signup.job'
import { PgCloudSignupStore } from '../src/adapters/postgres/pg-cloud-signup-store'
import { startCloudGateway, startFront, startGraph } from './cloud-rig'
import { gatewayDatabase, people, SCHEMA, statusIs, type Caller, type Gateway } from './support'

const APP = {
  appId: '900000000000001',
  appSecret: 'the-secret-of-the-installation',
  configId: '900000000000006',
}

let pg: TestDatabase
let graph: GraphServer
let front: Awaited<ReturnType<typeof startFront>>
let gateway: Gateway
let admin: Caller
let foreigner: Caller
let agent: Caller
let sequence = 0

beforeAll(async () => {
  graph = await startGraph()
  pg = await gatewayDatabase()
  front = await startFront()
  gateway = await startCloudGateway(pg, graph, {
    publicUrl: front.url,
    maxConnections: 100,
    config: { signupApp: APP },
  })
  front.target = gateway.url
  ;({ admin, agent, foreigner } = await people(pg, gateway.url))
  const webhook = { url: `${front.url}/webhooks/whatsapp`, verifyToken: buildVerifyToken(APP) }
  // Meta's dashboard asks for the challenge: answered before any number is connected.
  await graph.addApp({ id: APP.appId, secret: APP.appSecret, webhook })
})

afterAll(async () => {
  await front.stop()
  await pg.close()
  await graph.stop()
})

/** A number as the dialog leaves it, and the code of the person who went through it. */
function granted(own: { pin?: string; isVerified?: boolean } = {}) {
  const account = graph.addBusinessAccount()
  sequence += 1
  const { id } = graph.addPhoneNumber({
    accountId: account.id,
    digits: `551193000${String(sequence).padStart(4, '0')}`,
    status: 'PENDING',
    isVerified: true,
    ...own,
  })
  return {
    code: graph.grantLogin(APP.appId, [account.id]),
    phoneNumberId: id,
    businessAccountId: account.id,
  }
}

async function make(by: Caller = admin): Promise<number> {
  sequence += 1
  const made = await by<ConnectionView>('POST', '/whatsapp', { name: `C${sequence}`, provider: 'cloud' })
  expect(made.status).toBe(200)
  return made.body.id
}

const signUp = (id: number, body: object, by: Caller = admin) =>
  by<CloudAccountView & { error?: string }>('POST', `/whatsapp/${id}/cloud-account/signup`, body)
const stored = (id: number) =>
  pg.sql<{ phone_number_id: string; sealed_pin: string | null }>(
    `SELECT phone_number_id, sealed_pin FROM ${SCHEMA}.cloud_accounts WHERE connection_id = $1`,
    [id],
  )
const begun = (id: number) =>
  pg.sql<{ state: string; sealed_token: string; sealed_pin: string }>(
    `SELECT state, sealed_token, sealed_pin FROM ${SCHEMA}.cloud_signups WHERE connection_id = $1`,
    [id],
  )
const exchanges = () => [...graph.network.loginCodes.values()].filter(({ isUsed }) => isUsed).length

describe('the embedded sign-up', () => {
  it('is offered with what a page needs, and never the secret', async () => {
    const { body } = await admin<CloudAccountView>('GET', `/whatsapp/${await make()}/cloud-account`)
    expect(body.signup).toMatchObject({ appId: APP.appId, configId: APP.configId, version: 'v26.0' })
    expect(body.signup?.sdkUrl).toMatch(/^https:\/\/connect\.facebook\.net\//)
    expect(JSON.stringify(body)).not.toContain(APP.appSecret)
  })

  it('connects the number: registered, subscribed, with its messages sent to this desk', async () => {
    const id = await make()
    const result = granted()
    const answer = await signUp(id, result)
    expect(answer).toMatchObject({
      status: 200,
      body: { phoneNumberId: result.phoneNumberId, hasToken: true, hasAppSecret: true, hasVerifyToken: true },
    })
    await statusIs(admin, id, 'CONNECTED')
    const number = graph.network.number(result.phoneNumberId)
    expect(number.status).toBe('CONNECTED')
    expect(number.pin).toMatch(/^\d{6}$/)
    const [subscribed] = graph.network.account(result.phoneNumberId).subscribedApps
    expect(subscribed).toMatchObject({
      appId: APP.appId,
      override: { url: `${front.url}/webhooks/whatsapp` },
    })
    graph.customerWrites(result.phoneNumberId, '5511999990001', 'oi')
    await graph.settle()
    await waitFor(async () => {
      const rows = await pg.sql(`SELECT 1 FROM ${SCHEMA}.inbound_messages WHERE connection_id = $1`, [id])
      return rows.length === 1
    })
  })

  it('connects a number that stays on the phone, of which the dialog says the account alone', async () => {
    const result = granted()
    Object.assign(graph.network.number(result.phoneNumberId), { isOnBusinessApp: true, status: 'CONNECTED' })
    const id = await make()
    const named = { ...result, phoneNumberId: '' }
    expect(await signUp(id, named)).toMatchObject({
      status: 200,
      body: { phoneNumberId: result.phoneNumberId },
    })
    expect(await signUp(id, named)).toMatchObject({
      status: 200,
      body: { phoneNumberId: result.phoneNumberId },
    })
    const { askedOfPhone, pin } = graph.network.number(result.phoneNumberId)
    await waitFor(() => askedOfPhone.length === 2)
    expect(pin).toBeUndefined()
    const without = granted()
    expect(await signUp(await make(), { ...without, phoneNumberId: '' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_CLOUD_NUMBER_ID' },
    })
  })

  it('stores and answers no secret in the clear', async () => {
    const id = await make()
    const result = granted()
    const answer = await signUp(id, result)
    const token = [...graph.network.tokens.values()].find(({ accountIds }) =>
      accountIds.includes(result.businessAccountId),
    )
    const pin = graph.network.number(result.phoneNumberId).pin ?? ''
    const all = JSON.stringify([
      answer.body,
      await pg.sql(`SELECT * FROM ${SCHEMA}.cloud_accounts`),
      await pg.sql(`SELECT * FROM ${SCHEMA}.cloud_signups`),
      await pg.sql(`SELECT * FROM ${SCHEMA}.outbox`),
    ])
    expect(token?.value).toMatch(/^EAA/)
    for (const secret of [token?.value ?? '', APP.appSecret, result.code, `"${pin}"`])
      expect(all).not.toContain(secret)
    expect((await stored(id))[0]?.sealed_pin).toBeTruthy()
    expect(await begun(id)).toEqual([{ state: 'done', sealed_token: '', sealed_pin: '' }])
  })

  it('answers the same code again with what it has led to', async () => {
    const id = await make()
    const result = granted()
    expect((await signUp(id, result)).status).toBe(200)
    const before = exchanges()
    expect(await signUp(id, result)).toMatchObject({
      status: 200,
      body: { phoneNumberId: result.phoneNumberId },
    })
    expect(exchanges()).toBe(before)
  })

  it('exchanges a code once when it comes twice at once', async () => {
    const id = await make()
    const result = granted()
    graph.faults.next({ kind: 'slow', delayMs: 300 }, { path: 'oauth/access_token' })
    const answers = await Promise.all([signUp(id, result), signUp(id, result)])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('ERR_CLOUD_SIGNUP_BUSY')
    expect(await stored(id)).toHaveLength(1)
  })

  it('asks for the PIN of a number that has one, and goes on with the same code', async () => {
    const id = await make()
    const result = granted({ pin: '424242' })
    expect(await signUp(id, result)).toMatchObject({ status: 400, body: { error: 'ERR_CLOUD_PIN' } })
    expect(await stored(id)).toEqual([])
    expect(await signUp(id, { ...result, pin: '111111' })).toMatchObject({ body: { error: 'ERR_CLOUD_PIN' } })
    expect((await signUp(id, { ...result, pin: '424242' })).status).toBe(200)
    expect(await stored(id)).toMatchObject([{ phone_number_id: result.phoneNumberId }])
  })

  it('takes a number that is registered as it is, without a PIN', async () => {
    const id = await make()
    const result = granted({ pin: '424242' })
    graph.network.number(result.phoneNumberId).status = 'CONNECTED'
    expect((await signUp(id, result)).status).toBe(200)
    expect(graph.network.registrations.has(result.phoneNumberId)).toBe(false)
    expect((await stored(id))[0]?.sealed_pin).toBeNull()
  })

  it.each([
    ['an unknown code', () => ({ code: 'AQunknown' }), 'ERR_CLOUD_SIGNUP_CODE'],
    [
      'a code of another app',
      () => {
        const id = 'another-app'
        graph.network.apps.set(id, { ...graph.app(APP.appId), id })
        return { code: graph.grantLogin(id, []) }
      },
      'ERR_CLOUD_SIGNUP_CODE',
    ],
    [
      'a number of another account',
      () => ({ phoneNumberId: granted().phoneNumberId }),
      'ERR_CLOUD_NUMBER_ID',
    ],
    [
      'an account that was not granted',
      () => ({ businessAccountId: graph.addBusinessAccount().id }),
      'ERR_CLOUD_NUMBER_ID',
    ],
  ])('refuses %s, and leaves nothing', async (_name, own, error) => {
    const id = await make()
    expect(await signUp(id, { ...granted(), ...own() })).toMatchObject({ body: { error } })
    expect(await stored(id)).toEqual([])
    expect(await begun(id)).toEqual([])
  })

  it('leaves what was stored when it fails', async () => {
    const id = await make()
    const first = granted()
    await signUp(id, first)
    const secrets = () =>
      pg.sql(
        `SELECT phone_number_id, sealed_token, sealed_app_secret, sealed_pin, verify_hash FROM ${SCHEMA}.cloud_accounts
          WHERE connection_id = $1`,
        [id],
      )
    const before = await secrets()
    const unverified = granted({ isVerified: false })
    expect(await signUp(id, unverified)).toMatchObject({ status: 409, body: { error: 'ERR_CLOUD_REGISTER' } })
    expect(await secrets()).toEqual(before)
  })

  it('tries again where Meta did not answer, with the same code', async () => {
    const id = await make()
    const result = granted()
    graph.faults.next({ kind: 'refuse', status: 503 }, { path: '/register' })
    expect(await signUp(id, result)).toMatchObject({ status: 503, body: { error: 'ERR_CLOUD_UNAVAILABLE' } })
    expect((await signUp(id, result)).status).toBe(200)
  })

  it('says that the address of the desk is refused, and stores nothing', async () => {
    const id = await make()
    const result = granted()
    front.target = 'http://127.0.0.1:9'
    expect(await signUp(id, result)).toMatchObject({ status: 409, body: { error: 'ERR_CLOUD_WEBHOOK' } })
    expect(await stored(id)).toEqual([])
    front.target = gateway.url
    expect((await signUp(id, result)).status).toBe(200)
  })

  it('says that the installation’s app is refused', async () => {
    const id = await make()
    const result = granted()
    graph.rotateSecret(APP.appId, 'a-new-secret')
    const refused = await signUp(id, result)
    graph.rotateSecret(APP.appId, APP.appSecret)
    expect(refused).toMatchObject({ status: 409, body: { error: 'ERR_CLOUD_SIGNUP_APP' } })
    expect(await begun(id)).toEqual([])
  })

  it('tokens of sign-ups that were not gone on with are deleted', async () => {
    const id = await make()
    const result = granted({ pin: '424242' })
    await signUp(id, result)
    expect(await begun(id)).toMatchObject([{ state: 'exchanged' }])
    const later = { now: () => new Date(Date.now() + 10 * 60_000) }
    const { db } = gateway.ports
    await sweepSignupsJob({ db, clock: later, cloudSignups: new PgCloudSignupStore() }).run(
      new AbortController().signal,
    )
    expect(await begun(id)).toEqual([])
  })

  it('ends with its connection', async () => {
    const id = await make()
    await signUp(id, granted({ pin: '424242' }))
    expect((await admin('DELETE', `/whatsapp/${id}`)).status).toBe(200)
    await waitFor(async () => (await begun(id)).length === 0)
  })
})

describe('of two companies', () => {
  it('one cannot use the code that the other has used, nor go on with it', async () => {
    const result = granted({ pin: '424242' })
    const id = await make()
    expect((await signUp(id, result)).body.error).toBe('ERR_CLOUD_PIN')
    const theirs = await make(foreigner)
    expect(await signUp(theirs, { ...result, pin: '424242' }, foreigner)).toMatchObject({
      status: 400,
      body: { error: 'ERR_CLOUD_SIGNUP_CODE' },
    })
    expect(await stored(theirs)).toEqual([])
    expect((await signUp(id, { ...result, pin: '424242' })).status).toBe(200)
  })

  it('one cannot connect the number of the other, and changes nothing at Meta', async () => {
    const result = granted()
    await signUp(await make(), result)
    const { subscribedApps } = graph.network.account(result.phoneNumberId)
    const theirs = await make(foreigner)
    const code = graph.grantLogin(APP.appId, [result.businessAccountId])
    expect(await signUp(theirs, { ...result, code }, foreigner)).toMatchObject({
      status: 409,
      body: { error: 'ERR_CLOUD_NUMBER_TAKEN' },
    })
    expect(await stored(theirs)).toEqual([])
    expect(await begun(theirs)).toEqual([])
    expect(graph.network.account(result.phoneNumberId).subscribedApps).toBe(subscribedApps)
  })

  it('one has no second connection of its own number', async () => {
    const result = granted()
    await signUp(await make(), result)
    const code = graph.grantLogin(APP.appId, [result.businessAccountId])
    expect((await signUp(await make(), { ...result, code })).body.error).toBe('ERR_CLOUD_NUMBER_TAKEN')
  })

  it('one does not reach the connection of the other, and an agent none', async () => {
    const id = await make()
    expect((await signUp(id, granted(), foreigner)).status).toBe(404)
    expect((await signUp(id, granted(), agent)).status).toBe(403)
    const linked = await admin<ConnectionView>('POST', '/whatsapp', { name: 'Linked' })
    expect((await signUp(linked.body.id, granted())).body.error).toBe('ERR_WAPP_NOT_OFFERED')
  })
})

it('is not there in an installation without an app', async () => {
  const plain = await startCloudGateway(pg, graph, { idle: true })
  const { admin: other } = await people(pg, plain.url)
  const id = await make()
  const { body } = await other<CloudAccountView>('GET', `/whatsapp/${id}/cloud-account`)
  expect(body.signup).toBeNull()
  expect((await signUp(id, granted(), other)).body.error).toBe('ERR_WAPP_NOT_OFFERED')
  await plain.stop()
})
