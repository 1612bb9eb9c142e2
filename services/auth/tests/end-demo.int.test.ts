import type { LoginAnswer } from '@balcao/contracts'
import { readOutbox } from '@balcao/testkit'

import { runEndDemo, readFirstAdmin } from '../src/end-demo'
import { createAuthService } from '../src/service'
import { buildAuthConfig, withoutRequestId, PASSWORD, seedUser, startAuth, type AuthRig } from './support'

const first = { companyName: 'Minha Loja', email: 'Dona@loja.test', password: 'a password of twelve' }

describe('the demo', () => {
  let auth: AuthRig
  beforeEach(async () => {
    auth = await startAuth()
    await auth.seed({
      name: 'Loja Aurora',
      isDemo: true,
      users: [seedUser('super@demo.local', { super: true }), seedUser('ana@demo.local')],
    })
    await auth.seed({ name: 'Acme', users: [seedUser('ana@acme.test')] })
  })

  const checkWith = (config: Parameters<typeof buildAuthConfig>[0]) =>
    createAuthService(buildAuthConfig(config), auth.ports).check?.()
  const login = (email: string, password = PASSWORD) =>
    auth.call('POST', '/auth/login', { body: { email, password } })
  const endDemo = () => runEndDemo(auth.pg.admin, undefined, first)

  it('may begin on loopback only', async () => {
    await expect(checkWith({ servesDemo: true })).resolves.toBeUndefined()
    await expect(checkWith({ servesDemo: false })).rejects.toMatchObject({
      detail: expect.stringMatching(/super@demo\.local and 1 more.*node scripts\/end-demo\.mjs$/),
    })
  })

  it('ends: its sessions and log-ins, not its data, and not what other companies have', async () => {
    const [{ token, cookie }, other] = [
      await auth.login('super@demo.local'),
      await auth.login('ana@acme.test'),
    ]
    expect(await endDemo()).toEqual(['super@demo.local', 'ana@demo.local'])
    await auth.settle()
    await expect(checkWith({ servesDemo: false })).resolves.toBeUndefined()
    for (const email of ['super@demo.local', 'ana@demo.local'])
      expect(withoutRequestId(await login(email))).toEqual({ status: 401, error: 'ERR_INVALID_CREDENTIALS' })
    expect((await auth.call('GET', '/auth/me', { token })).status).toBe(401)
    expect((await auth.refresh(cookie)).status).toBe(401)
    expect((await auth.call('GET', '/auth/me', { token: other.token })).status).toBe(200)
    expect(await auth.pg.sql('SELECT name, active FROM auth.companies ORDER BY company_id')).toEqual([
      { name: 'Loja Aurora', active: false },
      { name: 'Acme', active: true },
      { name: 'Minha Loja', active: true },
    ])
    const told = (await readOutbox(auth.pg, 'auth', 'userChanged')).map(({ body }) => body.value.user)
    expect(told.filter((user) => user?.active === false).map((user) => user?.email)).toEqual([
      'super@demo.local',
      'ana@demo.local',
    ])
  })

  it('gives the operator a super user, once', async () => {
    await endDemo()
    const answer = await login('dona@loja.test', first.password)
    expect((answer.body as LoginAnswer).user).toMatchObject({ super: true, profile: 'admin' })
    expect(await endDemo()).toEqual([])
    expect(await auth.pg.sql("SELECT FROM auth.users WHERE email = 'dona@loja.test'")).toHaveLength(1)
  })

  it('stays as it is when the operator cannot have a super user', async () => {
    await expect(
      runEndDemo(auth.pg.admin, undefined, { ...first, email: 'ana@acme.test' }),
    ).rejects.toMatchObject({ code: 'ERR_EMAIL_ALREADY_EXISTS' })
    expect((await login('super@demo.local')).status).toBe(200)
  })

  it('does not let FIRST_ADMIN_* be ignored without a word', async () => {
    await endDemo()
    await expect(checkWith({ firstAdmin: first })).resolves.toBeUndefined()
    for (const email of ['nobody@loja.test', 'ana@acme.test', 'super@demo.local'])
      await expect(checkWith({ firstAdmin: { ...first, email } })).rejects.toMatchObject({
        detail: expect.stringContaining(`FIRST_ADMIN_EMAIL (${email}) is no super user`),
      })
  })
})

it('FIRST_ADMIN_* of the command are checked like those of a start', () => {
  const read = (variables: Record<string, string>) => () => readFirstAdmin({ variables })
  expect(read({})).toThrow('ERR_VALIDATION')
  expect(read({ FIRST_ADMIN_EMAIL: 'a@b.test' })).toThrow('go together')
  expect(read({ FIRST_ADMIN_EMAIL: 'a@b.test', FIRST_ADMIN_PASSWORD: 'short' })).toThrow(
    'FIRST_ADMIN_PASSWORD',
  )
  expect(read({ FIRST_ADMIN_EMAIL: 'a@b.test', FIRST_ADMIN_PASSWORD: 'x1'.repeat(6) })()).toMatchObject({
    companyName: 'Balcão',
  })
})
