import { defaultBusinessHours, SECRET_MASK, settingDefinitions, type SettingView } from '@balcao/contracts'
import { readOutbox } from '@balcao/testkit'

import { withoutRequestId, seedUser, startAuth, type AuthRig } from './support'

describe('settings', () => {
  let auth: AuthRig
  let admin: string
  let agent: string
  beforeAll(async () => {
    auth = await startAuth()
    await auth.seed({
      name: 'Acme',
      users: [
        seedUser('admin@acme.test', { profile: 'admin' }),
        seedUser('ana@acme.test'),
        seedUser('sup@acme.test', { profile: 'supervisor' }),
      ],
    })
    admin = (await auth.login('admin@acme.test')).token
    agent = (await auth.login('ana@acme.test')).token
  })
  const list = async (token: string) => (await auth.call('GET', '/settings', { token })).body as SettingView[]
  const put = (key: string, value: unknown, token = admin) =>
    auth.call('PUT', `/settings/${key}`, { token, body: { key, value } })

  it('have their defaults without a row', async () => {
    const expected = Object.entries(settingDefinitions).map(([key, { value }]) => ({ key, value }))
    expect(await list(admin)).toEqual(expected)
    expect(await auth.pg.sql('SELECT FROM auth.settings')).toHaveLength(0)
  })

  it('show agents what they need and no secret', async () => {
    expect((await list(agent)).map(({ key }) => key)).not.toContain('asaas')
    expect(await list(agent)).toHaveLength(Object.keys(settingDefinitions).length - 1)
  })

  it('are changed by administrators and heard by everyone', async () => {
    expect((await put('timeCreateNewTicket', '0')).body).toEqual({ key: 'timeCreateNewTicket', value: '0' })
    expect(await list(agent)).toContainEqual({ key: 'timeCreateNewTicket', value: '0' })
    expect((await readOutbox(auth.pg, 'auth', 'settingChanged')).at(-1)?.body.value).toEqual({
      key: 'timeCreateNewTicket',
      value: '0',
    })
    expect((await put('timeCreateNewTicket', '30')).status).toBe(200)
    expect(await list(admin)).toContainEqual({ key: 'timeCreateNewTicket', value: '30' })
  })

  it('are not changed by agents or supervisors', async () => {
    const supervisor = (await auth.login('sup@acme.test')).token
    for (const token of [agent, supervisor]) {
      expect(withoutRequestId(await put('call', 'enabled', token))).toEqual({
        status: 403,
        error: 'ERR_NO_PERMISSION',
      })
    }
  })

  it('mask a secret in answers, events and the database, and keep it when the mask comes back', async () => {
    const secret = '$aact_a-payment-token'
    expect((await put('asaas', secret)).body).toEqual({ key: 'asaas', value: SECRET_MASK })
    expect(await list(admin)).toContainEqual({ key: 'asaas', value: SECRET_MASK })
    const rows = async () =>
      JSON.stringify(await auth.pg.sql("SELECT s::text AS row FROM auth.settings s WHERE key = 'asaas'"))
    const stored = await rows()
    expect(stored).toContain('sealed:v1:')
    expect((await put('asaas', SECRET_MASK)).body).toEqual({ key: 'asaas', value: SECRET_MASK })
    expect(await rows()).toBe(stored)
    const outbox = JSON.stringify(await auth.pg.sql('SELECT body::text FROM auth.outbox'))
    expect(stored + outbox).not.toContain(secret)
    expect((await auth.rpc.auth.getSettings({ companyId: 1 })).settings).not.toHaveProperty('asaas')
    expect(await auth.rpc.auth.getPaymentToken({ companyId: 1 })).toEqual({ token: secret })
    expect(await auth.rpc.auth.getPaymentToken({ companyId: 2 })).toEqual({ token: '' })
    expect((await put('asaas', '')).body).toEqual({ key: 'asaas', value: '' })
    expect(await list(admin)).toContainEqual({ key: 'asaas', value: '' })
  })

  it('of the terms that a super user set are not an administrator’s to change', async () => {
    expect(withoutRequestId(await put('campaignsEnabled', 'true'))).toEqual({
      status: 403,
      error: 'ERR_NO_SUPER',
    })
  })

  it.each(['unknown', 'constructor', '__proto__', 'toString', 'USERRATING', 'enabled'])(
    'have none called %s',
    async (key) => {
      const answer = await auth.call('PUT', `/settings/${key}`, { token: admin, body: { value: 'x' } })
      expect(withoutRequestId(answer)).toEqual({ status: 404, error: 'ERR_NO_SETTING_FOUND' })
    },
  )

  it.each([
    ['userRating', 'yes'],
    ['userRating', ''],
    ['userRating', true],
    ['userRating', { $ne: '' }],
    ['campaignsEnabled', 'null'],
    ['timeCreateNewTicket', '-1'],
    ['timeCreateNewTicket', '1.5'],
    ['timeCreateNewTicket', '01'],
    ['timeCreateNewTicket', '9999999'],
    ['asaas', 'x'.repeat(2_001)],
    ['asaas', 'a\u0000b'],
  ])('refuse %s = %j', async (key, value) => {
    expect(withoutRequestId(await put(key, value))).toEqual({ status: 400, error: 'ERR_VALIDATION' })
  })
})

describe('business hours of a company', () => {
  let auth: AuthRig
  let admin: string
  let agent: string
  let stranger: string
  let path: string
  beforeAll(async () => {
    auth = await startAuth()
    const { companyId } = await auth.seed({
      name: 'Acme',
      users: [seedUser('admin@acme.test', { profile: 'admin' }), seedUser('ana@acme.test')],
    })
    await auth.seed({ name: 'Boreal', users: [seedUser('admin@boreal.test', { profile: 'admin' })] })
    admin = (await auth.login('admin@acme.test')).token
    agent = (await auth.login('ana@acme.test')).token
    stranger = (await auth.login('admin@boreal.test')).token
    path = `/companies/${companyId}/schedules`
  })
  const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '09:00', endTime: '12:00' }

  it('begin with the default week in São Paulo', async () => {
    expect((await auth.call('GET', path, { token: agent })).body).toEqual({
      schedules: defaultBusinessHours,
      timeZone: 'America/Sao_Paulo',
    })
  })

  it('are set by administrators, kept where a body does not name them, and read by other services', async () => {
    const put = (body: unknown, token = admin) => auth.call('PUT', path, { token, body })
    expect((await put({ schedules: [monday] }, agent)).status).toBe(403)
    expect((await put({ schedules: [monday] })).body).toEqual({
      schedules: [monday],
      timeZone: 'America/Sao_Paulo',
    })
    expect((await put({ timeZone: 'America/Manaus' })).body).toEqual({
      schedules: [monday],
      timeZone: 'America/Manaus',
    })
    const changes = (await readOutbox(auth.pg, 'auth', 'companyChanged')).length
    expect((await put({ schedules: [monday], timeZone: 'America/Manaus' })).status).toBe(200)
    expect(await readOutbox(auth.pg, 'auth', 'companyChanged')).toHaveLength(changes)
    const companyId = Number(/\d+/.exec(path)?.[0])
    expect((await auth.rpc.auth.getSettings({ companyId })).hours).toEqual({
      schedules: [monday],
      timeZone: 'America/Manaus',
    })
    for (const body of [{ timeZone: 'Mars/Olympus' }, { schedules: [monday, monday] }, { other: 1 }])
      expect(withoutRequestId(await put(body))).toEqual({ status: 400, error: 'ERR_VALIDATION' })
  })

  it('of another company are not there', async () => {
    for (const [method, init] of [
      ['GET', { token: stranger }],
      ['PUT', { token: stranger, body: { schedules: [] } }],
    ] as const) {
      const foreign = withoutRequestId(await auth.call(method, path, init))
      expect(foreign).toEqual({ status: 404, error: 'ERR_NO_COMPANY_FOUND' })
      expect(withoutRequestId(await auth.call(method, '/companies/99999/schedules', init))).toEqual(foreign)
    }
    expect((await auth.call('GET', path, { token: agent })).body).toMatchObject({ schedules: [monday] })
  })
})
