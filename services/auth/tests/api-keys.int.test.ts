import { MOST_API_KEYS, type ApiKeyView } from '@balcao/contracts'
import { waitFor } from '@balcao/testkit'

import type { SeededCompany } from '../src/seed'
import { seedUser, startAuth, withoutRequestId, type AuthRig } from './support'

describe('API keys', () => {
  let auth: AuthRig
  let acme: SeededCompany
  let admin: string
  let stranger: string
  let agent: string

  beforeAll(async () => {
    auth = await startAuth({}, { trustedProxies: 1 })
    acme = await auth.seed({
      name: 'Acme',
      users: [
        seedUser('admin@acme.test', { profile: 'admin' }),
        seedUser('boss@acme.test', { profile: 'admin', super: true }),
        seedUser('caio@acme.test', { profile: 'admin' }),
        seedUser('ana@acme.test'),
      ],
    })
    await auth.seed({ name: 'Beta', users: [seedUser('admin@beta.test', { profile: 'admin' })] })
    admin = (await auth.login('admin@acme.test')).token
    agent = (await auth.login('ana@acme.test')).token
    stranger = (await auth.login('admin@beta.test')).token
  })

  const make = async (patch: object = {}, token = admin) => {
    const answer = await auth.call('POST', '/api-keys', {
      token,
      body: { name: 'ERP', scopes: ['users:read'], ...patch },
    })
    await auth.settle()
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body as ApiKeyView & { key: string }
  }
  const page = async (token = admin) =>
    (await auth.call('GET', '/api-keys', { token })).body as { apiKeys: ApiKeyView[]; count: number }
  const list = async (token?: string) => (await page(token)).apiKeys
  const change = async (method: string, id: number, body?: object, token = admin) => {
    const answer = await auth.call(method, `/api-keys/${id}`, { token, ...(body && { body }) })
    await auth.settle()
    return answer
  }
  const readUsers = (token: string, headers: Record<string, string> = {}) =>
    auth.call('GET', '/users', { token, headers })

  it('are shown once, stored as a hash and listed by their beginning', async () => {
    const { key, ...view } = await make({
      queueIds: [11],
      networks: ['203.0.113.0/24'],
      scopes: ['tickets:read'],
    })
    expect(key).toMatch(new RegExp(`^balcao_${acme.companyId}_[\\w-]{43}$`))
    expect(await list()).toContainEqual(view)
    expect(view).toMatchObject({
      name: 'ERP',
      queueIds: [11],
      lastUsedAt: null,
      expiresAt: null,
      user: { name: 'admin' },
    })
    const stored = await auth.pg.sql<{ row: string }>('SELECT k::text AS row FROM auth.api_keys k')
    const events = await auth.pg.sql<{ row: string }>('SELECT body::text AS row FROM auth.outbox')
    expect(JSON.stringify([stored, events, await list()])).not.toContain(key)
    await change('DELETE', view.id)
  })

  it('act for their own company, and tell when they were used', async () => {
    const { key, id } = await make()
    const answer = await readUsers(key)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('ana@acme.test')
    expect(answer.text).not.toContain('beta.test')
    const usedAt = auth.ports.clock.now().toISOString()
    await waitFor(async () => (await list()).find((one) => one.id === id)?.lastUsedAt === usedAt)
    // The use of a key does not undo that it is revoked.
    await change('DELETE', id)
  })

  it('need the scope, which the refusal names', async () => {
    const { key } = await make({ scopes: ['tickets:read'] })
    const refused = await readUsers(key)
    expect(refused).toMatchObject({ status: 403, body: { error: 'ERR_API_KEY_SCOPE', scope: 'users:read' } })
  })

  it('tell what they may, whatever their scopes; a session is no key', async () => {
    const { key, ...view } = await make({ queueIds: [11], scopes: ['tickets:read'] })
    const current = (token: string, headers = {}) => auth.call('GET', '/api-keys/current', { token, headers })
    const { lastUsedAt: _used, ...own } = (await current(key)).body as ApiKeyView
    expect({ ...own, lastUsedAt: null }).toEqual(view)
    for (const token of [admin, agent])
      expect(withoutRequestId(await current(token))).toEqual({ status: 404, error: 'ERR_NO_API_KEY_FOUND' })
    await change('PUT', view.id, { networks: ['203.0.113.0/24'] })
    expect(withoutRequestId(await current(key, { 'x-forwarded-for': '198.51.100.1' }))).toEqual({
      status: 403,
      error: 'ERR_API_KEY_ADDRESS',
    })
    await change('DELETE', view.id)
    expect(withoutRequestId(await current(key))).toEqual({ status: 401, error: 'ERR_API_KEY_INVALID' })
  })

  it('with a scope to write settings change them, with one to read do not', async () => {
    const put = (token: string) =>
      auth.call('PUT', '/settings/userRating', { token, body: { value: 'enabled' } })
    expect((await put((await make({ scopes: ['settings:read'] })).key)).status).toBe(403)
    expect((await put((await make({ scopes: ['settings:write'] })).key)).status).toBe(200)
  })

  it('are refused as soon as they are revoked', async () => {
    const { key, id } = await make()
    expect((await readUsers(key)).status).toBe(200)
    expect((await change('DELETE', id)).status).toBe(200)
    expect(withoutRequestId(await readUsers(key))).toEqual({ status: 401, error: 'ERR_API_KEY_INVALID' })
    expect((await list()).map((one) => one.id)).not.toContain(id)
    expect(withoutRequestId(await change('DELETE', id))).toEqual({
      status: 404,
      error: 'ERR_NO_API_KEY_FOUND',
    })
  })

  it('end at their time and count only from their networks', async () => {
    const { key, id } = await make({ networks: ['203.0.113.0/24'] })
    const from = (address: string) => readUsers(key, { 'x-forwarded-for': address })
    expect((await from('203.0.113.9')).status).toBe(200)
    expect(withoutRequestId(await from('198.51.100.1'))).toEqual({
      status: 403,
      error: 'ERR_API_KEY_ADDRESS',
    })
    await change('PUT', id, { networks: [], expiresAt: new Date(auth.ports.clock.now()).toISOString() })
    expect(withoutRequestId(await readUsers(key))).toEqual({ status: 401, error: 'ERR_API_KEY_INVALID' })
    await change('PUT', id, { expiresAt: null })
    expect((await readUsers(key)).status).toBe(200)
  })

  it('never have more than their maker has now', async () => {
    const makerId = acme.userIds['caio@acme.test'] ?? 0
    const maker = (await auth.login('caio@acme.test')).token
    const { key } = await make({ scopes: ['settings:write', 'users:read'] }, maker)
    const put = () => auth.call('PUT', '/settings/call', { token: key, body: { value: 'enabled' } })
    expect((await put()).status).toBe(200)
    await auth.call('PUT', `/users/${makerId}`, { token: admin, body: { profile: 'user' } })
    await auth.settle()
    expect(withoutRequestId(await put())).toEqual({ status: 403, error: 'ERR_NO_PERMISSION' })
    await auth.call('DELETE', `/users/${makerId}`, { token: admin })
    await auth.settle()
    expect(withoutRequestId(await readUsers(key))).toEqual({ status: 401, error: 'ERR_API_KEY_INVALID' })
  })

  it('of a super user are not super, and those with queues are no administrator', async () => {
    const boss = (await auth.login('boss@acme.test')).token
    const { key } = await make({ scopes: ['settings:write'] }, boss)
    const put = (token: string, name: string, value: string) =>
      auth.call('PUT', `/settings/${name}`, { token, body: { value } })
    expect(withoutRequestId(await put(key, 'campaignsEnabled', 'true'))).toEqual({
      status: 403,
      error: 'ERR_NO_SUPER',
    })
    const limited = await make({ scopes: ['settings:write'], queueIds: [11] })
    expect(withoutRequestId(await put(limited.key, 'call', 'enabled'))).toEqual({
      status: 403,
      error: 'ERR_NO_PERMISSION',
    })
  })

  it('are no session: they log nobody out, make no keys and refresh nothing', async () => {
    const { key } = await make({ scopes: ['users:read', 'settings:write'] })
    for (const [method, path] of [
      ['GET', '/auth/me'],
      ['DELETE', '/auth/logout'],
      ['GET', '/api-keys'],
      ['POST', '/api-keys'],
      ['DELETE', `/users/${acme.userIds['ana@acme.test']}`],
    ] as const)
      expect(withoutRequestId(await auth.call(method, path, { token: key }))).toEqual({
        status: 403,
        error: 'ERR_API_KEY_NOT_TAKEN',
      })
  })

  it('of another company are as those that do not exist', async () => {
    const { id, key } = await make()
    expect(await list(stranger)).toEqual([])
    for (const method of ['PUT', 'DELETE'] as const)
      for (const one of [id, 999_999])
        expect(
          withoutRequestId(await change(method, one, method === 'PUT' ? { name: 'x' } : undefined, stranger)),
        ).toEqual({ status: 404, error: 'ERR_NO_API_KEY_FOUND' })
    expect((await readUsers(key)).status).toBe(200)
    const elsewhere = key.replace(`balcao_${acme.companyId}_`, `balcao_${acme.companyId + 1}_`)
    expect(withoutRequestId(await readUsers(elsewhere))).toEqual({
      status: 401,
      error: 'ERR_API_KEY_INVALID',
    })
  })

  it('are administrators’ to see and to make', async () => {
    expect(withoutRequestId(await auth.call('GET', '/api-keys', { token: agent }))).toEqual({
      status: 403,
      error: 'ERR_NO_PERMISSION',
    })
  })

  it.each([
    ['no scope', { scopes: [] }, 'ERR_VALIDATION'],
    ['a scope that is none', { scopes: ['users:write'] }, 'ERR_VALIDATION'],
    ['a network that is none', { networks: ['10.0.0.0/40'] }, 'ERR_VALIDATION'],
    ['another company’s queue', { queueIds: [21] }, 'ERR_QUEUE_NOT_FOUND'],
  ])('with %s are refused', async (_name, patch, error) => {
    const answer = await auth.call('POST', '/api-keys', {
      token: admin,
      body: { name: 'ERP', scopes: ['users:read'], ...patch },
    })
    expect(answer.body).toMatchObject({ error })
  })

  it('are refused while the company is past due', async () => {
    const { key } = await make()
    await auth.pg.sql(`UPDATE auth.directory_companies SET due_at = '2020-01-01' WHERE company_id = $1`, [
      acme.companyId,
    ])
    auth.ports.sessions.forgetCompany(acme.companyId as never)
    expect(withoutRequestId(await readUsers(key))).toEqual({ status: 402, error: 'ERR_SUBSCRIPTION_EXPIRED' })
    await auth.pg.sql('UPDATE auth.directory_companies SET due_at = NULL')
    auth.ports.sessions.forgetCompany(acme.companyId as never)
  })

  it('are fifty at most', async () => {
    const free = MOST_API_KEYS - (await page()).count
    for (let n = 1; n < free; n += 1) await make({ name: `K${n}` })
    const ask = () =>
      auth.call('POST', '/api-keys', { token: admin, body: { name: 'the last', scopes: ['users:read'] } })
    const atOnce = await Promise.all([ask(), ask(), ask(), ask()])
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await page()).count).toBe(MOST_API_KEYS)
    expect(withoutRequestId(await ask())).toEqual({ status: 409, error: 'ERR_API_KEY_LIMIT' })
  })
})

describe('requests of an API key', () => {
  it('are limited for each key by the plan, and each answer says what is left', async () => {
    // A plan of ten users has 1,200 in a minute; here it is a four-hundredth.
    const auth = await startAuth({}, { rateFactor: 1 / 400 })
    await auth.seed({ name: 'Acme', users: [seedUser('admin@acme.test', { profile: 'admin' })] })
    const admin = (await auth.login('admin@acme.test')).token
    const make = async () => {
      const body = { name: 'ERP', scopes: ['users:read'] }
      const { key } = (await auth.call('POST', '/api-keys', { token: admin, body })).body as { key: string }
      await auth.settle()
      return key
    }
    const read = async (token: string) => {
      const { status, headers } = await auth.call('GET', '/users/list', { token })
      return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]
    }
    const key = await make()
    expect([await read(key), await read(key), await read(key)]).toEqual([
      [200, '3', '2'],
      [200, '3', '1'],
      [200, '3', '0'],
    ])
    const refused = await auth.call('GET', '/users/list', { token: key })
    expect(withoutRequestId(refused)).toEqual({ status: 429, error: 'ERR_TOO_MANY_REQUESTS' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))
    expect(await read(await make())).toEqual([200, '3', '2'])
  })
})
