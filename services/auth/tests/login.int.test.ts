import type { LoginAnswer } from '@balcao/contracts'
import { userEventView } from '@balcao/contracts/wire'
import { SECOND } from '@balcao/kernel'
import { waitWhileShrinking, readOutbox } from '@balcao/testkit'

import { withoutRequestId, PASSWORD, seedUser, startAuth, type AuthRig } from './support'

describe('a login', () => {
  let auth: AuthRig
  beforeAll(async () => {
    auth = await startAuth()
    await auth.seed({
      name: 'Acme',
      dueAt: new Date('2026-12-20T12:00:00Z'),
      users: [
        seedUser('admin@acme.test', { profile: 'admin' }),
        seedUser('ana@acme.test', { queueIds: [11] }),
        seedUser('gone@acme.test'),
      ],
    })
    await auth.seed({ name: 'Closed', users: [seedUser('ana@closed.test')] })
    await auth.seed({
      name: 'Late',
      dueAt: new Date('2026-11-18T12:00:00Z'),
      users: [
        seedUser('ana@late.test'),
        seedUser('root@late.test', { super: true }),
        seedUser('chefe@late.test', { profile: 'admin' }),
      ],
    })
    await auth.pg.sql("UPDATE auth.users SET active = false WHERE email = 'gone@acme.test'")
    await auth.pg.sql("UPDATE auth.companies SET active = false WHERE name = 'Closed'")
  })
  const attempt = (body: unknown) => auth.call('POST', '/auth/login', { body })

  it('answers a token and the user, with what an agent may know of the company', async () => {
    const answer = await attempt({ email: ' ANA@acme.test ', password: PASSWORD })
    expect(answer.status).toBe(200)
    const { token, user, maxUploadBytes } = answer.body as LoginAnswer
    expect(maxUploadBytes).toBe(16 * 1024 * 1024)
    expect(token.split('.')).toHaveLength(3)
    expect(user).toMatchObject({
      email: 'ana@acme.test',
      profile: 'user',
      super: false,
      allTicket: 'desabled',
      whatsappId: null,
      queues: [{ id: 11, name: 'Vendas', color: '#00aa55', UserQueue: { userId: user.id, queueId: 11 } }],
      company: { name: 'Acme', dueDate: '2026-12-20T12:00:00.000Z' },
    })
    expect(user.company.settings).toContainEqual({ key: 'timeCreateNewTicket', value: '120' })
    expect(user.company.settings?.map(({ key }) => key)).not.toContain('asaas')
    expect(answer.text).not.toMatch(/password|hash|argon/i)
  })

  it('answers the user whom screens are told of when they change', async () => {
    const { body } = await attempt({ email: 'ana@acme.test', password: PASSWORD })
    const { settings: _settings, ...company } = (body as LoginAnswer).user.company
    const { id: userId, companyId } = (body as LoginAnswer).user
    const { record } = await auth.rpc.auth.getUserRecord({ companyId, userId })
    expect(record?.user && userEventView(record.user, record)).toEqual({
      ...(body as LoginAnswer).user,
      company,
      queueIds: [11],
    })
  })

  it('sets a cookie that scripts, other sites and other paths cannot see', async () => {
    const { headers } = await attempt({ email: 'ana@acme.test', password: PASSWORD })
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^jrt=[\w-]{43}; Max-Age=604800; Path=\/auth; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^jmd=[\d.]+\.[\w-]{43}; Max-Age=604800; Path=\/public\/m; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(/^jdv=.*; HttpOnly; SameSite=Lax$/),
    ])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['a wrong password', 'balcao124'],
    ['another case', 'Balcao123'],
    ['a trailing space', 'balcao123 '],
    ['a leading space', ' balcao123'],
    ['a prefix', 'balcao12'],
    ['a suffix', 'balcao1234'],
    ['full-width digits', 'balcao１２３'],
    ['the hash itself', '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'],
    ['an SQL phrase', "' OR '1'='1"],
  ])('is refused for %s', async (_name, password) => {
    expect(withoutRequestId(await attempt({ email: 'ana@acme.test', password }))).toEqual({
      status: 401,
      error: 'ERR_INVALID_CREDENTIALS',
    })
  })

  it.each([
    ['an empty password', { email: 'ana@acme.test', password: '' }],
    ['no password', { email: 'ana@acme.test' }],
    ['an object', { email: 'ana@acme.test', password: { $ne: null } }],
    ['an array', { email: 'ana@acme.test', password: [PASSWORD] }],
    ['true', { email: 'ana@acme.test', password: true }],
    ['a number', { email: 'ana@acme.test', password: 123 }],
    ['null', { email: 'ana@acme.test', password: null }],
    ['10 kB', { email: 'ana@acme.test', password: 'a'.repeat(10_000) }],
    ['a NUL', { email: 'ana@acme.test', password: `${PASSWORD}\u0000` }],
    ['a lone surrogate', { email: 'ana@acme.test', password: '\ud800' }],
    ['an e-mail as operator', { email: { $gt: '' }, password: PASSWORD }],
    ['an unknown field', { email: 'ana@acme.test', password: PASSWORD, companyId: 1 }],
    ['an array of bodies', [{ email: 'ana@acme.test', password: PASSWORD }]],
  ])('is a bad request with %s', async (_name, body) => {
    const answer = await attempt(body)
    expect(answer.status).toBe(400)
    expect(answer.cookie).toBeUndefined()
  })

  it('answers unknown, wrong and deactivated alike, to the byte', async () => {
    const cases = [
      { email: 'nobody@acme.test', password: PASSWORD },
      { email: 'ana@acme.test', password: 'wrong password' },
      { email: 'gone@acme.test', password: PASSWORD },
      { email: 'ana@closed.test', password: PASSWORD },
      { email: 'ana@late.test', password: 'wrong password' },
    ]
    const shapes = await Promise.all(
      cases.map(async (body) => {
        const answer = await attempt(body)
        const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
        return { status: answer.status, headers, text: answer.text.replace(/"requestId":"[^"]*"/, '') }
      }),
    )
    for (const shape of shapes) expect(shape).toEqual(shapes[0])
    expect(shapes[0]?.text).toContain('ERR_INVALID_CREDENTIALS')
  })

  it('tells of the due date only who knew the password, and lets super users in', async () => {
    expect(await attempt({ email: 'ana@late.test', password: PASSWORD })).toMatchObject({
      status: 402,
      body: { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: '2026-11-18T12:00:00.000Z' },
    })
    expect((await attempt({ email: 'ana@late.test', password: 'wrong password' })).body).not.toHaveProperty(
      'dueDate',
    )
    expect(await auth.pg.sql("SELECT token_version FROM auth.users WHERE email = 'ana@late.test'")).toEqual([
      { token_version: 0 },
    ])
    expect((await attempt({ email: 'root@late.test', password: PASSWORD })).status).toBe(200)
  })

  it('lets administrators in past the due date, to pay and to do nothing else', async () => {
    const { status, body } = await attempt({ email: 'chefe@late.test', password: PASSWORD })
    expect([status, body]).toMatchObject([
      200,
      { user: { company: { dueDate: '2026-11-18T12:00:00.000Z' } } },
    ])
    const { token } = body as { token: string }
    expect((await auth.call('GET', '/auth/me', { token })).status).toBe(200)
    expect(await auth.call('GET', '/users', { token })).toMatchObject({
      status: 402,
      body: { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: '2026-11-18T12:00:00.000Z' },
    })
  })

  it('ends the session before it, on the server, with its events', async () => {
    const first = await auth.login('admin@acme.test')
    expect((await auth.call('GET', '/auth/me', { token: first.token })).status).toBe(200)
    const second = await auth.login('admin@acme.test')
    expect(withoutRequestId(await auth.call('GET', '/auth/me', { token: first.token }))).toEqual({
      status: 401,
      error: 'ERR_SESSION_OVER',
    })
    expect(withoutRequestId(await auth.refresh(first.cookie))).toEqual({
      status: 401,
      error: 'ERR_SESSION_OVER',
    })
    expect((await auth.call('GET', '/auth/me', { token: second.token })).status).toBe(200)
    const taken = await readOutbox(auth.pg, 'auth', 'sessionTakenOver')
    expect(taken.at(-1)?.body.value).toMatchObject({ email: 'admin@acme.test', userId: second.user.id })
    expect(taken.at(-1)?.orderingKey).toBe(`user:${second.user.id}`)
  })

  it('keeps one session when many log in at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => attempt({ email: 'ana@acme.test', password: PASSWORD })),
    )
    await auth.settle()
    const alive = await Promise.all(
      answers.map(
        async ({ body }) =>
          (await auth.call('GET', '/auth/me', { token: (body as LoginAnswer).token })).status,
      ),
    )
    expect(alive.filter((status) => status === 200)).toHaveLength(1)
    const [{ families } = { families: 0 }] = await auth.pg.sql<{ families: number }>(
      `SELECT count(DISTINCT family_id)::int AS families FROM auth.refresh_tokens t JOIN auth.users u ON u.id = t.user_id
       WHERE u.email = 'ana@acme.test' AND revoked_at IS NULL`,
    )
    expect(families).toBe(1)
  })

  it('ends with a logout: access token, refresh family, cookie', async () => {
    const { token, cookie, user } = await auth.login('admin@acme.test')
    const answer = await auth.call('DELETE', '/auth/logout', { token })
    expect(answer).toMatchObject({ status: 200, text: '', cookie: '' })
    await auth.settle()
    expect(withoutRequestId(await auth.call('GET', '/auth/me', { token }))).toEqual({
      status: 401,
      error: 'ERR_SESSION_OVER',
    })
    expect(withoutRequestId(await auth.refresh(cookie))).toEqual({ status: 401, error: 'ERR_SESSION_OVER' })
    expect((await readOutbox(auth.pg, 'auth', 'sessionEnded')).at(-1)?.body.value.userId).toBe(user.id)
  })

  it('can be ended before the directory has heard of it', async () => {
    const answer = await attempt({ email: 'admin@acme.test', password: PASSWORD })
    const { token } = answer.body as LoginAnswer
    expect((await auth.call('DELETE', '/auth/logout', { token })).status).toBe(200)
    expect(withoutRequestId(await auth.refresh(answer.cookie ?? ''))).toEqual({
      status: 401,
      error: 'ERR_SESSION_OVER',
    })
  })

  it('is not the business of strangers', async () => {
    expect(withoutRequestId(await auth.call('DELETE', '/auth/logout'))).toEqual({
      status: 401,
      error: 'ERR_UNAUTHORIZED',
    })
    expect((await auth.call('GET', '/version')).body).toEqual({ version: '6.0.0' })
  })

  it('never stores a token or a password in clear', async () => {
    const { token, cookie } = await auth.login('ana@acme.test')
    const tables = ['users', 'refresh_tokens', 'outbox', 'signing_keys', 'settings', 'directory_users']
    const dump = (
      await Promise.all(tables.map((table) => auth.pg.sql(`SELECT t::text AS row FROM auth.${table} t`)))
    ).flat()
    const text = JSON.stringify(dump)
    for (const secret of [token, cookie, PASSWORD, 'BEGIN PRIVATE KEY']) expect(text).not.toContain(secret)
  })
})

describe('guessing passwords', () => {
  let auth: AuthRig
  beforeEach(async () => {
    auth = await startAuth({}, { rateFactor: 1 })
    await auth.seed({ name: 'Acme', users: [seedUser('ana@acme.test'), seedUser('bia@acme.test')] })
  })
  const attempt = (password: string, headers: Record<string, string> = {}, email = 'ana@acme.test') =>
    auth.call('POST', '/auth/login', { body: { email, password }, headers })
  const readDeviceCookie = (answer: Awaited<ReturnType<typeof attempt>>) =>
    answer.headers.getSetCookie().find((line) => line.startsWith('jdv=')) ?? ''
  const fail = async (times: number) => {
    for (let index = 0; index < times; index += 1) expect((await attempt('no')).status).toBe(401)
  }
  /** How long these tries had to wait, each; 0 is not written down. */
  const waitsDuring = async (work: () => Promise<unknown>) => {
    auth.pauses.asked.length = 0
    await work()
    return auth.pauses.asked
  }

  it('gets slow after ten tries, and delays each try once; the right password still works', async () => {
    expect(await waitsDuring(() => fail(10))).toEqual([])
    auth.pauses.hold()
    const tries = Array.from({ length: 8 }, () => attempt('no'))
    let waiting = tries.length
    for (const answer of tries) void answer.then(() => (waiting -= 1))
    await waitWhileShrinking('tries', () => Promise.resolve({ waiting: Math.max(0, waiting - 1) }))
    auth.pauses.release()
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([401, ...Array<number>(7).fill(429)])
    expect(auth.pauses.asked).toHaveLength(1)
    expect(auth.pauses.asked[0]).toBeGreaterThanOrEqual(SECOND)
    expect((await attempt(PASSWORD)).status).toBe(200)
  })

  it('does not keep the owner waiting on a device where they logged in before', async () => {
    const line = readDeviceCookie(await attempt(PASSWORD))
    expect(line).toMatch(/^jdv=[\w~.-]+; Max-Age=15552000; Path=\/auth\/login; HttpOnly; SameSite=Lax$/)
    const cookie = line.split(';')[0] ?? ''
    await fail(12)
    const own = await waitsDuring(async () => expect((await attempt(PASSWORD, { cookie })).status).toBe(200))
    expect(own).toEqual([])
    // The cookie is ana's: it has no effect for bia, and none for anyone when altered.
    await Promise.all(Array.from({ length: 10 }, () => attempt('no', {}, 'bia@acme.test')))
    for (const foreign of [cookie, `${cookie}x`]) {
      const waits = await waitsDuring(async () =>
        expect((await attempt('no', { cookie: foreign }, 'bia@acme.test')).status).toBe(401),
      )
      expect(waits).toHaveLength(1)
      expect(waits[0]).toBeGreaterThanOrEqual(SECOND)
    }
  })

  it('from one address locks out no other account behind the same proxy', async () => {
    for (let index = 0; index < 60; index += 1)
      expect((await attempt('no', {}, `nobody${index}@acme.test`)).status).toBe(401)
    const waits = await waitsDuring(async () =>
      expect((await attempt(PASSWORD, {}, 'bia@acme.test')).status).toBe(200),
    )
    expect(waits).toEqual([2 * SECOND])
  })
})
