import type { UserView } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { readOutbox } from '@balcao/testkit'

import { PASSWORD, seedUser, startAuth, withoutRequestId, type AuthRig } from './support'

const NEW_PASSWORD = 'cinco patos'
const VENDAS = { acme: 0, beta: 0 }
const USERS_OF_THE_PLAN = 10

let auth: AuthRig
let acme: number
let beta: number
const tokens: Record<'owner' | 'ana' | 'rival' | 'root', string> = { owner: '', ana: '', rival: '', root: '' }
const ids: Record<string, number> = {}

const call = (who: keyof typeof tokens, method: string, path: string, body?: unknown) =>
  auth.call(method, path, { token: tokens[who], body })

let count = 0
const form = (overrides: Record<string, unknown> = {}) => {
  count += 1
  return { name: `New ${count}`, email: `new${count}@acme.test`, password: NEW_PASSWORD, ...overrides }
}

async function create(overrides: Record<string, unknown> = {}): Promise<UserView> {
  const answer = await call('owner', 'POST', '/users', form(overrides))
  expect(answer.status).toBe(200)
  await auth.settle()
  return answer.body as UserView
}

const read = async (id: number): Promise<UserView> => {
  const { status, body } = await call('owner', 'GET', `/users/${id}`)
  expect(status).toBe(200)
  return body as UserView
}

const remove = (id: number) => call('owner', 'DELETE', `/users/${id}`)

const eventsOf = async (id: number) =>
  (await readOutbox(auth.pg, 'auth')).filter(
    ({ body }) => 'value' in body && 'userId' in body.value && body.value.userId === id,
  )

beforeAll(async () => {
  auth = await startAuth({}, { deliversMail: false })
  const first = await auth.seed({
    name: 'Acme',
    users: [seedUser('owner@acme.test', { profile: 'admin' }), seedUser('ana@acme.test')],
  })
  const second = await auth.seed({
    name: 'Beta',
    users: [seedUser('rival@beta.test', { profile: 'admin' }), seedUser('bob@beta.test')],
  })
  const third = await auth.seed({
    name: 'Operators',
    users: [seedUser('root@ops.test', { profile: 'admin', super: true })],
  })
  Object.assign(ids, first.userIds, second.userIds, third.userIds)
  acme = first.companyId
  beta = second.companyId
  VENDAS.acme = acme * 10 + 1
  VENDAS.beta = beta * 10 + 1
  for (const [who, email] of [
    ['owner', 'owner@acme.test'],
    ['ana', 'ana@acme.test'],
    ['rival', 'rival@beta.test'],
    ['root', 'root@ops.test'],
  ] as const)
    tokens[who] = (await auth.login(email)).token
})
afterAll(() => auth.pg.close())

describe('a new user', () => {
  it('is an agent who may log in, and told as an event', async () => {
    const user = await create({ email: ' Bia@Acme.TEST ', queueIds: [VENDAS.acme], whatsappId: acme })
    expect(user).toMatchObject({
      email: 'bia@acme.test',
      profile: 'user',
      companyId: acme,
      super: false,
      allTicket: 'desabled',
      whatsappId: acme,
      queueIds: [VENDAS.acme],
      queues: [{ id: VENDAS.acme, name: 'Vendas' }],
    })
    expect((await auth.login('bia@acme.test', NEW_PASSWORD)).user).toMatchObject({
      id: user.id,
      companyId: acme,
    })
    await remove(user.id)
  })

  it.each([
    ['a known e-mail', { email: 'OWNER@acme.test' }, 409, 'ERR_EMAIL_ALREADY_EXISTS'],
    ["another company's e-mail", { email: 'rival@beta.test' }, 409, 'ERR_EMAIL_ALREADY_EXISTS'],
    ['a common password', { password: '123456' }, 400, 'ERR_WEAK_PASSWORD'],
    ['a common word', { password: 'banana' }, 400, 'ERR_WEAK_PASSWORD'],
    ['a password of one character', { password: '11111' }, 400, 'ERR_VALIDATION'],
    ['five spaces as password', { password: '     ' }, 400, 'ERR_VALIDATION'],
    ["the company's name as password", { password: 'acme ' }, 400, 'ERR_WEAK_PASSWORD'],
    ['a password of four', { password: 'x7kq' }, 400, 'ERR_VALIDATION'],
    ['a name of one', { name: 'x' }, 400, 'ERR_VALIDATION'],
    ['an unknown profile', { profile: 'root' }, 400, 'ERR_VALIDATION'],
    ['a field that is not there', { super: true }, 400, 'ERR_VALIDATION'],
    ["another company's queue", { queueIds: [999] }, 404, 'ERR_QUEUE_NOT_FOUND'],
    ["another company's connection", { whatsappId: 999 }, 404, 'ERR_NO_WAPP_FOUND'],
    ['another company', { companyId: 2 }, 403, 'ERR_NO_SUPER'],
  ])('with %s is refused', async (_name, overrides, status, error) => {
    const before = await call('owner', 'GET', '/users')
    expect(withoutRequestId(await call('owner', 'POST', '/users', form(overrides)))).toEqual({
      status,
      error,
    })
    expect((await call('owner', 'GET', '/users')).body).toEqual(before.body)
  })

  it('is made by administrators only', async () => {
    expect(withoutRequestId(await call('ana', 'POST', '/users', form()))).toEqual({
      status: 403,
      error: 'ERR_NO_PERMISSION',
    })
  })

  it('of another company is made by super users', async () => {
    const made = await call('root', 'POST', '/users', form({ companyId: beta, queueIds: [VENDAS.beta] }))
    expect(made.body).toMatchObject({ companyId: beta, company: { id: beta, name: 'Beta' } })
    const { id } = made.body as UserView
    expect((await call('rival', 'GET', `/users/${id}`)).status).toBe(200)
    expect((await call('owner', 'GET', `/users/${id}`)).status).toBe(404)
    const shown = (await call('root', 'GET', `/users/${id}`)).body as UserView
    expect(shown).toEqual((await call('rival', 'GET', `/users/${id}`)).body)
    // As pages do: the whole record comes back.
    const changed = await call('root', 'PUT', `/users/${id}`, { ...shown, name: 'Gerente', password: '' })
    expect(changed.body).toMatchObject({ name: 'Gerente', companyId: beta })
    expect((await call('root', 'GET', '/users/999999')).status).toBe(404)
    expect((await call('rival', 'DELETE', `/users/${id}`)).status).toBe(200)
  })

  it("counts against the plan's limit, also when many are made at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: USERS_OF_THE_PLAN + 2 }, () => call('rival', 'POST', '/users', form())),
    )
    const made = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200)
    // Two were there.
    expect(made).toHaveLength(USERS_OF_THE_PLAN - 2)
    for (const answer of refused)
      expect(withoutRequestId(answer)).toEqual({ status: 409, error: 'ERR_PLAN_LIMIT_REACHED' })
    for (const { body } of made)
      expect((await call('rival', 'DELETE', `/users/${(body as UserView).id}`)).status).toBe(200)
  })
})

describe('a change of a user', () => {
  it('keeps what it does not name', async () => {
    const user = await create({ queueIds: [VENDAS.acme], allTicket: 'enabled', profile: 'supervisor' })
    const answer = await call('owner', 'PUT', `/users/${user.id}`, { name: 'Renamed' })
    expect(answer.body).toEqual({ ...user, name: 'Renamed' })
    expect((await call('owner', 'PUT', `/users/${user.id}`, await read(user.id))).body).toEqual(answer.body)
    await auth.login(user.email, NEW_PASSWORD)
    await remove(user.id)
  })

  it('that changes nothing is no event', async () => {
    const user = await create()
    await auth.settle()
    const sequence = (await readOutbox(auth.pg, 'auth')).length
    expect((await call('owner', 'PUT', `/users/${user.id}`, { ...user, password: '' })).status).toBe(200)
    expect(await readOutbox(auth.pg, 'auth')).toHaveLength(sequence)
    await remove(user.id)
  })

  it('of rights counts at once', async () => {
    const user = await create()
    const { token } = await auth.login(user.email, NEW_PASSWORD)
    expect((await auth.call('POST', '/users', { token, body: form() })).status).toBe(403)
    await call('owner', 'PUT', `/users/${user.id}`, { profile: 'admin' })
    await auth.settle()
    const promoted = await auth.call('POST', '/users', { token, body: form() })
    expect(promoted.status).toBe(200)
    await remove((promoted.body as UserView).id)
    await remove(user.id)
  })

  it('of the password ends the sessions of another user', async () => {
    const user = await create()
    const { token, cookie } = await auth.login(user.email, NEW_PASSWORD)
    await call('owner', 'PUT', `/users/${user.id}`, { password: 'seis gansos' })
    await auth.settle()
    expect((await auth.call('GET', '/auth/me', { token })).status).toBe(401)
    expect((await auth.refresh(cookie)).status).toBe(401)
    expect((await eventsOf(user.id)).map(({ body }) => body.$case)).toContain('sessionEnded')
    await auth.login(user.email, 'seis gansos')
    await remove(user.id)
  })

  it('of the own name is everybody’s', async () => {
    const user = await create()
    const { token } = await auth.login(user.email, NEW_PASSWORD)
    const own = { ...(await read(user.id)), name: 'Own name' }
    const answer = await auth.call('PUT', `/users/${user.id}`, { token, body: own })
    expect(answer).toMatchObject({ status: 200, body: { name: 'Own name' } })
    await remove(user.id)
  })

  it.each([
    ['profile', { profile: 'admin' }],
    ['queues', { queueIds: [1] }],
    ['connection', { whatsappId: 1 }],
    ['unqueued tickets', { allTicket: 'enabled' }],
  ])('of the own %s is not', async (_name, body) => {
    expect(withoutRequestId(await call('ana', 'PUT', `/users/${ids['ana@acme.test']}`, body))).toEqual({
      status: 403,
      error: 'ERR_NO_PERMISSION',
    })
  })

  it('of a colleague is not', async () => {
    const answer = await call('ana', 'PUT', `/users/${ids['owner@acme.test']}`, { password: NEW_PASSWORD })
    expect(withoutRequestId(answer)).toEqual({ status: 403, error: 'ERR_NO_PERMISSION' })
    await auth.login('owner@acme.test', PASSWORD).then(({ token }) => (tokens.owner = token))
  })

  it('to a known e-mail is refused, of another company too', async () => {
    const user = await create()
    for (const email of ['owner@acme.test', 'rival@beta.test'])
      expect(
        withoutRequestId(await call('owner', 'PUT', `/users/${user.id}`, { email, name: 'No' })),
      ).toEqual({
        status: 409,
        error: 'ERR_EMAIL_ALREADY_EXISTS',
      })
    expect(await read(user.id)).toEqual(user)
    await remove(user.id)
  })

  it('of super users is theirs', async () => {
    const made = await auth.seed({
      name: 'Mixed',
      users: [
        seedUser('boss@mixed.test', { profile: 'admin' }),
        seedUser('super@mixed.test', { profile: 'admin', super: true }),
      ],
    })
    const { token } = await auth.login('boss@mixed.test')
    const path = `/users/${made.userIds['super@mixed.test']}`
    for (const [method, body] of [
      ['PUT', { password: NEW_PASSWORD }],
      ['DELETE', undefined],
    ] as const)
      expect(withoutRequestId(await auth.call(method, path, { token, body }))).toEqual({
        status: 403,
        error: 'ERR_NO_SUPER',
      })
  })
})

describe('the last administrator', () => {
  it('stays one', async () => {
    const path = `/users/${ids['owner@acme.test']}`
    const refused = { status: 409, error: 'ERR_LAST_ADMIN' }
    expect(withoutRequestId(await call('owner', 'PUT', path, { profile: 'user' }))).toEqual(refused)
    const second = await create({ profile: 'admin' })
    const { token } = await auth.login(second.email, NEW_PASSWORD)
    // Each takes the other's rights: one of the two is later.
    const answers = await Promise.all([
      call('owner', 'PUT', `/users/${second.id}`, { profile: 'user' }),
      auth.call('PUT', path, { token, body: { profile: 'user' } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await auth.settle()
    const [left] = await auth.pg.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM auth.users WHERE company_id = $1 AND profile = 'admin'`,
      [acme],
    )
    expect(left).toEqual({ count: 1 })
    // Whoever is left gives the owner the rights back: by an event, as everyone's copy of them is kept.
    if (answers[1]?.status === 200)
      expect((await auth.call('PUT', path, { token, body: { profile: 'admin' } })).status).toBe(200)
    await auth.settle()
    tokens.owner = (await auth.login('owner@acme.test')).token
    expect((await remove(second.id)).status).toBe(200)
    await auth.settle()
  })
})

describe('deleting a user', () => {
  it('ends their sessions and says so', async () => {
    const user = await create({ queueIds: [VENDAS.acme] })
    const { token, cookie } = await auth.login(user.email, NEW_PASSWORD)
    expect((await remove(user.id)).body).toEqual({ message: 'User deleted' })
    await auth.settle()
    expect((await auth.call('GET', '/auth/me', { token })).status).toBe(401)
    expect((await auth.refresh(cookie)).status).toBe(401)
    expect(
      (await auth.call('POST', '/auth/login', { body: { email: user.email, password: NEW_PASSWORD } }))
        .status,
    ).toBe(401)
    expect((await eventsOf(user.id)).map(({ body }) => body.$case)).toContain('userDeleted')
    expect((await call('owner', 'GET', `/users/${user.id}`)).status).toBe(404)
    expect((await remove(user.id)).status).toBe(404)
  })

  it('is refused for the own account, and to agents', async () => {
    const own = await remove(ids['owner@acme.test'] ?? 0)
    const byAgent = await call('ana', 'DELETE', `/users/${ids['owner@acme.test']}`)
    for (const answer of [own, byAgent])
      expect(withoutRequestId(answer)).toEqual({ status: 403, error: 'ERR_NO_PERMISSION' })
  })
})

it("another company's user is not there", async () => {
  const bob = `/users/${ids['bob@beta.test']}`
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { name: 'Mine now' }],
    ['DELETE', undefined],
  ] as const)
    expect(withoutRequestId(await call('owner', method, bob, body))).toEqual({
      status: 404,
      error: 'ERR_NO_USER_FOUND',
    })
  expect((await call('rival', 'GET', bob)).body).toMatchObject({ name: 'bob', companyId: beta })
})

it('a deleted connection is nobody’s default, in its company only', async () => {
  const mine = await create({ whatsappId: acme })
  await auth.pg.sql('UPDATE auth.users SET connection_id = $1 WHERE id = $2', [acme, ids['bob@beta.test']])
  const consumer = auth.service.consumers.find(({ group }) => group === 'auth.connections')
  const event = deskEvent(auth.ports, orderingKeys.connection(acme as never, acme), 'connectionDeleted', {
    connectionId: acme,
  })
  for (let time = 0; time < 2; time += 1) await consumer?.handle({ event } as never)
  expect((await read(mine.id)).whatsappId).toBeNull()
  expect((await call('rival', 'GET', `/users/${ids['bob@beta.test']}`)).body).toMatchObject({
    whatsappId: acme,
  })
  await remove(mine.id)
})
