import { createSealer } from '@balcao/platform'
import { companyId, queueId, userId, type UserView } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { readOutbox } from '@balcao/testkit'

import { PgCompanyStore } from '../src/adapters/postgres/pg-company-store'
import { PgRefreshTokenStore } from '../src/adapters/postgres/pg-refresh-token-store'
import { PgSettingStore } from '../src/adapters/postgres/pg-setting-store'
import { PgUserStore } from '../src/adapters/postgres/pg-user-store'
import { hashRefreshSecret } from '../src/features/sessions/refresh-token'
import type { SeededCompany } from '../src/seed'
import { buildAuthConfig, withoutRequestId, seedUser, startAuth, type AuthRig } from './support'

describe('two companies', () => {
  let auth: AuthRig
  let acme: SeededCompany
  let beta: SeededCompany
  let ana: string
  let bruno: string
  const idOf = (company: SeededCompany, email: string) => company.userIds[email] ?? 0

  beforeAll(async () => {
    auth = await startAuth()
    acme = await auth.seed({
      name: 'Acme',
      users: [
        seedUser('admin@acme.test', { profile: 'admin' }),
        seedUser('ana_x@acme.test', { queueIds: [11], allTicket: true }),
        seedUser('caio@acme.test', { queueIds: [11] }),
      ],
    })
    beta = await auth.seed({
      name: 'Beta',
      users: [
        seedUser('admin@beta.test', { profile: 'admin' }),
        seedUser('bruno@beta.test', { queueIds: [21, 11] }),
      ],
    })
    ana = (await auth.login('ana_x@acme.test')).token
    bruno = (await auth.login('bruno@beta.test')).token
  })
  const get = (path: string, token: string) => auth.call('GET', path, { token })

  it('see their own users, newest first, with queue names', async () => {
    const { body } = await get('/users', ana)
    expect(body).toMatchObject({ count: 3, hasMore: false })
    const { users } = body as { users: UserView[] }
    expect(users.map(({ email }) => email)).toEqual(['caio@acme.test', 'ana_x@acme.test', 'admin@acme.test'])
    expect(users[1]).toEqual({
      id: idOf(acme, 'ana_x@acme.test'),
      name: 'ana_x',
      email: 'ana_x@acme.test',
      profile: 'user',
      companyId: acme.companyId,
      company: { id: acme.companyId, name: 'Acme' },
      super: false,
      allTicket: 'enabled',
      whatsappId: null,
      queues: [{ id: 11, name: 'Vendas', color: '#00aa55' }],
      queueIds: [11],
      online: false,
      emailConfirmed: true,
      createdAt: auth.ports.clock.now().toISOString(),
    })
  })

  it('search literally, in any case, in name and e-mail', async () => {
    const emails = async (searchParam: string) =>
      (
        (await get(`/users?searchParam=${encodeURIComponent(searchParam)}`, ana)).body as {
          users: UserView[]
        }
      ).users.map(({ email }) => email)
    expect(await emails('ANA')).toEqual(['ana_x@acme.test'])
    expect(await emails('acme.test')).toHaveLength(3)
    expect(await emails('_')).toEqual(['ana_x@acme.test'])
    expect(await emails('%')).toEqual([])
    expect(await emails('\\')).toEqual([])
    expect(await emails("' OR 1=1 --")).toEqual([])
    expect(await emails('beta')).toEqual([])
  })

  it('page by twenty and refuse pages that are none', async () => {
    expect(await get('/users?pageNumber=2', ana)).toMatchObject({
      status: 200,
      body: { users: [], count: 3, hasMore: false },
    })
    for (const page of ['0', '-1', '1e3', 'x', '1&pageNumber=2'])
      expect((await get(`/users?pageNumber=${page}`, ana)).status).toBe(400)
  })

  it('are sorted by what the table shows, newest first unless asked for', async () => {
    const emails = async (query: string) =>
      ((await get(`/users${query}`, ana)).body as { users: UserView[] }).users.map(({ email }) => email)
    const newest = await emails('')
    await auth.pg.sql(`UPDATE auth.users SET name = 'Ágata' WHERE email = $1`, [newest[1]])
    await auth.pg.sql(`UPDATE auth.users SET name = 'beto' WHERE email = $1`, [newest[0]])
    await auth.pg.sql(`UPDATE auth.users SET name = 'Zoe' WHERE email = $1`, [newest[2]])
    const byName = [newest[1], newest[0], newest[2]]
    expect(await emails('?sort=name')).toEqual(byName)
    expect(await emails('?sort=-name')).toEqual(byName.toReversed())
    expect(await emails('?sort=email')).toEqual(newest.toSorted())
    expect(await emails('?sort=-email')).toEqual(newest.toSorted().toReversed())
    expect(await emails('?sort=-id')).toEqual((await emails('?sort=id')).toReversed())
    expect(await emails('?sort=profile')).toHaveLength(3)
    for (const sort of ['password', 'passwordHash', '-', 'name,id'])
      expect((await get(`/users?sort=${sort}`, ana)).status).toBe(400)
  })

  it('list their own colleagues, whatever company the caller names', async () => {
    for (const query of ['', `?companyId=${beta.companyId}`]) {
      const { body } = await get(`/users/list${query}`, ana)
      expect((body as { id: number }[]).map(({ id }) => id)).toEqual(Object.values(acme.userIds))
    }
  })

  it('answer another company’s user exactly as one that does not exist', async () => {
    const foreign = await get(`/users/${idOf(beta, 'bruno@beta.test')}`, ana)
    const unknown = await get('/users/999999', ana)
    expect(withoutRequestId(foreign)).toEqual({ status: 404, error: 'ERR_NO_USER_FOUND' })
    expect(withoutRequestId(unknown)).toEqual(withoutRequestId(foreign))
    expect(await get(`/users/${idOf(acme, 'caio@acme.test')}`, ana)).toMatchObject({
      status: 200,
      body: { email: 'caio@acme.test' },
    })
  })

  it.each(['0', '-1', '01', '1.0', '1e1', '%00', 'null', '99999999999', 'undefined'])(
    'refuse the user id %s',
    async (id) => {
      expect((await get(`/users/${id}`, ana)).status).toBe(400)
    },
  )

  it('keep their settings apart', async () => {
    const admin = (await auth.login('admin@acme.test')).token
    const put = await auth.call('PUT', '/settings/userRating', {
      token: admin,
      body: { key: 'userRating', value: 'enabled' },
    })
    expect(put.body).toEqual({ key: 'userRating', value: 'enabled' })
    expect((await get('/settings', ana)).body).toContainEqual({ key: 'userRating', value: 'enabled' })
    expect((await get('/settings', bruno)).body).toContainEqual({ key: 'userRating', value: 'disabled' })
  })

  it('are apart for the other services too', async () => {
    const ids = [...Object.values(acme.userIds), ...Object.values(beta.userIds), 999_999]
    const { users } = await auth.rpc.auth.getUsers({ companyId: acme.companyId, ids })
    expect(users.map(({ id }) => id)).toEqual(Object.values(acme.userIds))
    expect((await auth.rpc.auth.getUsers({ companyId: beta.companyId, ids: [] })).users).toHaveLength(2)
    expect((await auth.rpc.auth.getUsers({ companyId: 999_999, ids: [] })).users).toEqual([])
    const [anaId, brunoId] = [acme, beta].map(({ userIds }) => Object.values(userIds)[0] ?? 0)
    const read = async (company: number, id: number | undefined) =>
      (await auth.rpc.auth.getUserRecord({ companyId: company, userId: id ?? 0 })).record
    expect((await read(acme.companyId, anaId))?.user?.id).toBe(anaId)
    expect(await read(acme.companyId, brunoId)).toBeUndefined()
    expect(await read(999_999, anaId)).toBeUndefined()
    expect((await auth.rpc.auth.getSettings({ companyId: beta.companyId })).settings).toMatchObject({
      userRating: 'disabled',
      timeCreateNewTicket: '120',
    })
    expect((await auth.rpc.auth.getSettings({ companyId: acme.companyId })).settings).toMatchObject({
      userRating: 'enabled',
    })
  })

  it('lose only their own queue when tickets deletes one', async () => {
    const gone = deskEvent(auth.ports, orderingKeys.queue(companyId(acme.companyId), 11), 'queueDeleted', {
      queueId: 11,
    })
    const consumer = auth.service.consumers.find(({ group }) => group === 'auth.queues')
    const before = (await readOutbox(auth.pg, 'auth', 'userChanged')).length
    await consumer?.handle({ event: gone, attempt: 1 })
    await consumer?.handle({ event: gone, attempt: 2 })
    const told = (await readOutbox(auth.pg, 'auth', 'userChanged')).slice(before)
    expect(told.map((event) => event.body.value.user)).toEqual([
      expect.objectContaining({ email: 'ana_x@acme.test', queueIds: [] }),
      expect.objectContaining({ email: 'caio@acme.test', queueIds: [] }),
    ])
    expect(await auth.pg.sql('SELECT company_id, queue_id FROM auth.user_queues ORDER BY queue_id')).toEqual([
      { company_id: beta.companyId, queue_id: 11 },
      { company_id: beta.companyId, queue_id: 21 },
    ])
  })

  describe('in the stores', () => {
    const sealer = createSealer(buildAuthConfig().sealKey, 'auth')
    const asBeta = <T>(work: Parameters<typeof auth.ports.db.withTenant<T>>[1]) =>
      auth.ports.db.withTenant(companyId(beta.companyId), work)

    it.each(['the WHERE clause', 'row-level security'])(
      'another company’s row is not found by %s alone',
      async (layer) => {
        // WHERE alone: platform scope, beta asks for acme's row. RLS alone: acme's id, in beta's transaction.
        const asked = companyId(layer === 'row-level security' ? acme.companyId : beta.companyId)
        const run =
          layer === 'row-level security'
            ? asBeta
            : <T>(work: Parameters<typeof auth.ports.db.asPlatform<T>>[0]) => auth.ports.db.asPlatform(work)
        const users = new PgUserStore()
        const anaId = userId(idOf(acme, 'ana_x@acme.test'))
        const [token] = await auth.pg.sql<{ token_hash: string }>(
          'SELECT token_hash FROM auth.refresh_tokens WHERE user_id = $1',
          [anaId],
        )
        await run(async (tx) => {
          expect(await users.find(tx, asked, anaId)).toBeUndefined()
          expect(await users.lockCredentials(tx, asked, anaId)).toBeUndefined()
          expect(
            await users.setQueues(tx, asked, anaId, { queueIds: [queueId(1)], now: new Date() }),
          ).toBeUndefined()
          expect(await users.list(tx, asked, [anaId])).toEqual([])
          expect(await new PgRefreshTokenStore().find(tx, asked, token?.token_hash ?? '')).toBeUndefined()
          expect(
            (await new PgSettingStore(sealer, () => undefined).read(tx, asked)).get('userRating'),
          ).toBeUndefined()
          await expect(users.raiseTokenVersion(tx, asked, anaId, new Date())).rejects.toThrow('vanished')
        })
      },
    )

    it('row-level security hides companies and refuses foreign rows', async () => {
      await asBeta(async (tx) => {
        expect(await new PgCompanyStore([]).find(tx, companyId(acme.companyId))).toBeUndefined()
        expect(await new PgUserStore().findCandidate(tx, 'ana_x@acme.test')).toBeUndefined()
        expect(await new PgRefreshTokenStore().findOwner(tx, hashRefreshSecret('x'))).toBeUndefined()
      })
      const foreign = asBeta((tx) =>
        new PgSettingStore(sealer, () => undefined).write(
          tx,
          companyId(acme.companyId),
          { key: 'call', value: 'enabled', isSecret: false },
          new Date(),
        ),
      )
      await expect(foreign).rejects.toThrow(/row-level security/)
    })
  })
})
