import type { LoginAnswer } from '@balcao/contracts'
import { DAY, SECOND } from '@balcao/kernel'
import { readOutbox } from '@balcao/testkit'

import { withoutRequestId, seedUser, startAuth, type AuthRig } from './support'

describe('a refresh', () => {
  let auth: AuthRig
  beforeAll(async () => {
    auth = await startAuth({ publicOrigins: ['https://desk.example.test'] })
    await auth.seed({
      name: 'Acme',
      users: ['ana', 'bia', 'caio', 'duda', 'eva', 'fred', 'gil', 'hugo'].map((name) =>
        seedUser(`${name}@acme.test`),
      ),
    })
    await auth.seed({
      name: 'Late',
      dueAt: new Date('2026-11-20T12:00:00Z'),
      users: [seedUser('ana@late.test'), seedUser('chefe@late.test', { profile: 'admin' })],
    })
  })
  const SESSION_OVER = { status: 401, error: 'ERR_SESSION_OVER' }
  const isAlive = async (token: string) => (await auth.call('GET', '/auth/me', { token })).status === 200

  it('exchanges the cookie for a successor and a fresh token of the same session', async () => {
    const first = await auth.login('ana@acme.test')
    auth.ports.clock.advance(60 * SECOND)
    const answer = await auth.refresh(first.cookie)
    expect(answer.status).toBe(200)
    expect(answer.cookie).toMatch(/^[\w-]{43}$/)
    expect(answer.cookie).not.toBe(first.cookie)
    const { token, user } = answer.body as LoginAnswer
    expect(user).toEqual(first.user)
    expect(token).not.toBe(first.token)
    expect(await isAlive(token)).toBe(true)
    expect(await isAlive(first.token)).toBe(true)
    expect((await auth.refresh(answer.cookie ?? '')).status).toBe(200)
  })

  it('gives a repeat within 10 s the same successor, also one that was used meanwhile', async () => {
    const { cookie } = await auth.login('ana@acme.test')
    const successor = (await auth.refresh(cookie)).cookie ?? ''
    auth.ports.clock.advance(9 * SECOND)
    const grandchild = (await auth.refresh(successor)).cookie
    expect((await auth.refresh(cookie)).cookie).toBe(successor)
    expect((await auth.refresh(successor)).cookie).toBe(grandchild)
  })

  it('ends the session for both when a used token comes back later', async () => {
    const { cookie, user } = await auth.login('bia@acme.test')
    const next = await auth.refresh(cookie)
    auth.ports.clock.advance(11 * SECOND)
    const stolen = await auth.refresh(cookie)
    expect(withoutRequestId(stolen)).toEqual(SESSION_OVER)
    expect(stolen.cookie).toBe('')
    await auth.settle()
    expect(withoutRequestId(await auth.refresh(next.cookie ?? ''))).toEqual(SESSION_OVER)
    expect(await isAlive((next.body as LoginAnswer).token)).toBe(false)
    const [ended] = (await readOutbox(auth.pg, 'auth', 'sessionEnded')).filter(
      (event) => event.body.value.userId === user.id,
    )
    expect(ended?.body.value.tokenVersion).toBe(2)
  })

  it('does not let an old browser end the session that replaced it', async () => {
    const old = await auth.login('caio@acme.test')
    await auth.refresh(old.cookie)
    auth.ports.clock.advance(11 * SECOND)
    const current = await auth.login('caio@acme.test')
    expect(withoutRequestId(await auth.refresh(old.cookie))).toEqual(SESSION_OVER)
    await auth.settle()
    expect(await isAlive(current.token)).toBe(true)
    expect((await auth.refresh(current.cookie)).status).toBe(200)
  })

  it('keeps one family and ends no session under 20 parallel refreshes, over many rounds', async () => {
    let { cookie } = await auth.login('duda@acme.test')
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => auth.refresh(cookie)))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(new Set(answers.map((answer) => answer.cookie)).size).toBe(1)
      cookie = answers[0]?.cookie ?? ''
      auth.ports.clock.advance(60 * SECOND)
    }
    const rows = await auth.pg.sql(
      `SELECT count(*)::int AS tokens, count(DISTINCT family_id)::int AS families FROM auth.refresh_tokens t
       JOIN auth.users u ON u.id = t.user_id WHERE u.email = 'duda@acme.test' AND revoked_at IS NULL`,
    )
    expect(rows).toEqual([{ tokens: 6, families: 1 }])
  })

  it('and a login at the same time leave one living session', async () => {
    const before = await auth.login('eva@acme.test')
    const [refreshes, login] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => auth.refresh(before.cookie))),
      auth.login('eva@acme.test'),
    ])
    await auth.settle()
    for (const { cookie } of refreshes)
      if (cookie) expect(withoutRequestId(await auth.refresh(cookie))).toEqual(SESSION_OVER)
    expect((await auth.refresh(login.cookie)).status).toBe(200)
  })

  it('is over after seven days without use', async () => {
    const { cookie } = await auth.login('fred@acme.test')
    auth.ports.clock.advance(7 * DAY)
    expect(withoutRequestId(await auth.refresh(cookie))).toEqual(SESSION_OVER)
    expect(
      (await readOutbox(auth.pg, 'auth', 'sessionEnded')).some(({ body }) => body.value.userId === 6),
    ).toBe(false)
  })

  it('is over for a deactivated user', async () => {
    const { cookie } = await auth.login('gil@acme.test')
    await auth.pg.sql("UPDATE auth.users SET active = false WHERE email = 'gil@acme.test'")
    expect(withoutRequestId(await auth.refresh(cookie))).toEqual(SESSION_OVER)
  })

  it('past the due date answers 402 and keeps the token good for the day it is paid', async () => {
    auth.ports.clock.set(new Date('2026-11-20T15:00:00Z'))
    const { cookie } = await auth.login('ana@late.test')
    auth.ports.clock.set(new Date('2026-11-21T15:00:00Z'))
    expect(await auth.refresh(cookie)).toMatchObject({
      status: 402,
      body: { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: '2026-11-20T12:00:00.000Z' },
    })
    await auth.pg.sql("UPDATE auth.companies SET due_at = '2026-12-20' WHERE name = 'Late'")
    expect((await auth.refresh(cookie)).status).toBe(200)
  })

  it('past the due date goes on for administrators, who pay', async () => {
    await auth.pg.sql("UPDATE auth.companies SET due_at = '2026-11-20T12:00:00Z' WHERE name = 'Late'")
    const { cookie } = await auth.login('chefe@late.test')
    expect((await auth.refresh(cookie)).status).toBe(200)
    await auth.pg.sql("UPDATE auth.companies SET due_at = '2026-12-20' WHERE name = 'Late'")
  })

  it.each([
    ['no cookie', {}, ''],
    ['an unknown token', {}, 'A'.repeat(43)],
    ['an access token', {}, 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
    ['an SQL phrase', {}, "'%20OR%20'1'='1"],
    ['a long value', {}, 'x'.repeat(6_000)],
  ])('is over with %s', async (_name, headers, cookie) => {
    expect(withoutRequestId(await auth.refresh(cookie, headers))).toEqual(SESSION_OVER)
  })

  describe('from a foreign page', () => {
    let cookie: string
    beforeAll(async () => {
      cookie = (await auth.login('hugo@acme.test')).cookie
    })
    it.each([
      ['of another origin', { origin: 'https://evil.test' }],
      ['of origin null', { origin: 'null' }],
      ['of a sub-domain', { origin: 'https://a.desk.example.test' }],
      ['of a look-alike', { origin: 'https://desk.example.test.evil.test' }],
      ['of another port', { origin: 'http://127.0.0.1:1' }],
      ['without an origin, cross-site', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
      ['without an origin, same-site', { origin: undefined, 'sec-fetch-site': 'same-site' }],
      ['of another scheme', { 'sec-fetch-site': 'cross-site' }],
      ['with the header of a script', { origin: 'https://evil.test', 'x-requested-with': 'balcao' }],
    ])('%s is refused and changes nothing', async (_name, overrides) => {
      const headers = {
        cookie: `jrt=${cookie}`,
        origin: auth.url,
        ...overrides,
      }
      const sent = Object.fromEntries(
        Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      const answer = await auth.call('POST', '/auth/refresh_token', { headers: sent })
      expect(withoutRequestId(answer)).toEqual({ status: 401, error: 'ERR_ORIGIN_NOT_ALLOWED' })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.cookie).toBeUndefined()
    })
    it('passes when the page is on the list, or the browser says it stayed here', async () => {
      const listed = await auth.refresh(cookie, { origin: 'https://desk.example.test' })
      expect(listed.status).toBe(200)
      const headers = { cookie: `jrt=${cookie}`, 'sec-fetch-site': 'same-origin' }
      expect((await auth.call('POST', '/auth/refresh_token', { headers })).cookie).toBe(listed.cookie)
    })
    it('passes for a program that is no browser and has the cookie alone', async () => {
      const headers = { cookie: `jrt=${cookie}` }
      expect((await auth.call('POST', '/auth/refresh_token', { headers })).status).toBe(200)
    })
    it('is not offered by GET', async () => {
      expect(
        (await auth.call('GET', '/auth/refresh_token', { headers: { cookie: `jrt=${cookie}` } })).status,
      ).toBe(404)
    })
  })

  describe('again and again', () => {
    const REFRESHES_PER_MINUTE = 120
    const TOO_MANY = { status: 429, error: 'ERR_TOO_MANY_REQUESTS' }
    let limited: AuthRig
    beforeAll(async () => {
      limited = await startAuth({}, { rateFactor: 1 })
      for (const company of ['acme', 'other'])
        await limited.seed({
          name: company,
          users: ['ana', 'bia', 'caio'].map((name) => seedUser(`${name}@${company}.test`)),
        })
    })
    const refuseAfter = async (cookie: string, allowed: object) => {
      for (let count = 0; count < REFRESHES_PER_MINUTE; count += 1)
        expect(await limited.refresh(cookie)).toMatchObject(allowed)
      const refused = await limited.refresh(cookie)
      expect(withoutRequestId(refused)).toEqual(TOO_MANY)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      // The session goes on once the client has waited.
      expect(refused.cookie).toBeUndefined()
    }

    it('by one client slows that client alone: colleagues of its company and address go on', async () => {
      const [ana, bia] = [await limited.login('ana@acme.test'), await limited.login('bia@acme.test')]
      const other = await limited.login('ana@other.test')
      await refuseAfter(ana.cookie, { status: 200 })
      for (const { cookie } of [bia, other]) expect((await limited.refresh(cookie)).status).toBe(200)
      // The slowed one works on with its access token, and signs in anew when it likes.
      const again = await limited.login('ana@acme.test')
      expect((await limited.refresh(again.cookie)).status).toBe(200)
    })

    it('with each successor slows the session', async () => {
      let { cookie } = await limited.login('caio@acme.test')
      for (let count = 0; count < REFRESHES_PER_MINUTE; count += 1)
        cookie = (await limited.refresh(cookie)).cookie ?? ''
      expect(withoutRequestId(await limited.refresh(cookie))).toEqual(TOO_MANY)
    })

    it('without a cookie, or with a dead one, is refused each time and slows nobody else', async () => {
      const { cookie } = await limited.login('bia@other.test')
      await refuseAfter('B'.repeat(43), { status: 401, body: { error: 'ERR_SESSION_OVER' } })
      for (let count = 0; count < 2 * REFRESHES_PER_MINUTE; count += 1)
        expect((await limited.refresh('')).status).toBe(401)
      expect((await limited.refresh(cookie)).status).toBe(200)
    })
  })

  it('leaves expired tokens to the sweep', async () => {
    const count = async () =>
      (await auth.pg.sql<{ n: number }>('SELECT count(*)::int AS n FROM auth.refresh_tokens'))[0]?.n
    const job = auth.service.jobs.find(({ name }) => name === 'auth.sweep-refresh-tokens')
    expect(await count()).toBeGreaterThan(0)
    auth.ports.clock.advance(30 * DAY)
    await job?.run(new AbortController().signal)
    expect(await count()).toBe(0)
  })
})
