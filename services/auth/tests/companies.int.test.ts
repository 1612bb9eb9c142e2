import type { HelpView, ManagedCompanyView } from '@balcao/contracts'
import { readOutbox } from '@balcao/testkit'

import { PgCompanyStore } from '../src/adapters/postgres/pg-company-store'
import type { SeededCompany } from '../src/seed'
import { seedUser, startAuth, withoutRequestId, type AuthRig } from './support'

const NEW_PASSWORD = 'cinco patos'

describe('a super user', () => {
  let auth: AuthRig
  let root: string
  let admin: string
  let operator: SeededCompany
  let acme: SeededCompany
  let count = 0

  beforeAll(async () => {
    auth = await startAuth({}, { deliversMail: false })
    operator = await auth.seed({
      name: 'Operadora',
      users: [seedUser('root@op.test', { profile: 'admin', super: true })],
    })
    acme = await auth.seed({ name: 'Acme', users: [seedUser('admin@acme.test', { profile: 'admin' })] })
    root = (await auth.login('root@op.test')).token
    admin = (await auth.login('admin@acme.test')).token
  })

  const call = async <T = ManagedCompanyView>(method: string, path: string, body?: unknown, token = root) => {
    const answer = await auth.call(method, path, { token, body })
    await auth.settle()
    return { status: answer.status, body: answer.body as T & { error?: string } }
  }
  const form = (given: object = {}) => {
    count += 1
    return {
      name: `Empresa ${count}`,
      email: `dono${count}@empresa.test`,
      phone: '11999990000',
      password: NEW_PASSWORD,
      planId: 2,
      ...given,
    }
  }
  const create = async (given: object = {}) => {
    const { status, body } = await call('POST', '/companies', form(given))
    expect(status).toBe(200)
    return body
  }

  it('makes, changes and deletes help videos, which users of every company see by title', async () => {
    const save = (method: string, path: string, body: object, token = root) =>
      call<HelpView>(method, path, body, token)
    const made = await save('POST', '/helps', {
      title: ' Zerando a fila ',
      video: 'https://youtu.be/dQw4w9WgXcQ?t=1',
    })
    expect(made.body).toMatchObject({ title: 'Zerando a fila', description: '', video: 'dQw4w9WgXcQ' })
    await save('POST', '/helps', { title: 'conectar um número', description: 'QR', video: 'aaaaaaaaaaa' })
    const titles = async () =>
      (await call<HelpView[]>('GET', '/helps/list', undefined, admin)).body.map(({ title }) => title)
    expect(await titles()).toEqual(['conectar um número', 'Zerando a fila'])
    const page = await call<object>('GET', '/helps?pageNumber=1', undefined, admin)
    expect(page.body).toMatchObject({ count: 2, hasMore: false, records: [{ video: 'aaaaaaaaaaa' }, {}] })
    const path = `/helps/${made.body.id}`
    expect((await save('PUT', path, { title: 'A fila' })).body).toMatchObject({ video: 'dQw4w9WgXcQ' })
    for (const [method, body] of [
      ['POST', { title: 'Invasão', video: 'aaaaaaaaaaa' }],
      ['PUT', { title: 'Invasão' }],
      ['DELETE', undefined],
    ] as const)
      expect(await call(method, method === 'POST' ? '/helps' : path, body, admin)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_SUPER' },
      })
    expect(await save('POST', '/helps', { title: 'ab', video: 'aaaaaaaaaaa' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_HELP_INVALID_NAME' },
    })
    expect((await save('POST', '/helps', { title: 'Outra', video: 'https://evil.test/x' })).status).toBe(400)
    expect((await call('DELETE', path)).status).toBe(200)
    expect(await titles()).toEqual(['conectar um número'])
    for (const [method, body] of [['GET'], ['DELETE'], ['PUT', {}]] as const)
      expect(await call(method, path, body)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_HELP_FOUND' },
      })
  })

  it('makes a company on the given terms with its first administrator', async () => {
    const wanted = form({
      dueDate: '2027-03-10',
      status: true,
      recurrence: 'TRIMESTRAL',
      campaignsEnabled: false,
    })
    const { status, body } = await call('POST', '/companies', wanted)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: wanted.name,
      email: wanted.email,
      planId: 2,
      plan: { id: 2, name: 'Plano 2', value: 30 },
      status: true,
      dueDate: '2027-03-10T15:00:00.000Z',
      recurrence: 'TRIMESTRAL',
      campaignsEnabled: false,
      trialExpiration: null,
    })
    const { user } = await auth.login(wanted.email, NEW_PASSWORD)
    expect(user).toMatchObject({ name: wanted.name, profile: 'admin', super: false, companyId: body.id })
    expect((await call('GET', `/companies/${body.id}`)).body).toEqual(body)
    const users = await call<{ email: string }[]>('GET', `/users/list?companyId=${body.id}`)
    expect(users.body.map(({ email }) => email)).toEqual([wanted.email])
  })

  it('needs an e-mail and a plan: the administrator sets the password by a mailed code', async () => {
    const { email, planId } = form()
    expect((await call('POST', '/companies', { email })).status).toBe(400)
    expect((await call('POST', '/companies', { planId })).status).toBe(400)
    const made = await call('POST', '/companies', { email, planId })
    expect(made).toMatchObject({ status: 200, body: { name: email, email, planId, phone: '' } })
    const job = auth.service.jobs.find(({ name }) => name === 'auth.mail-passwords')
    await job?.run(new AbortController().signal)
    const [mail] = auth.ports.mailer.sent.filter(({ to }) => to === email)
    const token = /: (\S{4}-\S{4})\n/.exec(mail?.text ?? '')?.[1]
    const password = 'Nove patos 9'
    expect((await auth.call('POST', '/resetpasswords', { body: { email, token, password } })).status).toBe(
      200,
    )
    await auth.login(email, password)
  })

  it('sees a company’s settings, its key masked, and who pays for it; so does its administrator', async () => {
    await call('PUT', '/settings/userRating', { value: 'enabled' }, admin)
    await call('PUT', '/settings/asaas', { value: 'chave-do-asaas' }, admin)
    const path = `/companies/${acme.companyId}`
    const { body } = await call('GET', path)
    expect(body).toMatchObject({
      billingName: `Pagadora ${acme.companyId}`,
      mediaUsage: { usedBytes: acme.companyId * 10, allowedBytes: 1_048_576 },
      addressZipCode: '50000-000',
      addressStreet: 'Rua do Sol, 1',
      addressState: 'PE',
      addressCity: 'Recife',
      addressDistrict: 'Boa Vista',
    })
    const values = new Map(body.settings.map(({ key, value }) => [key, value]))
    expect([values.get('userRating'), values.get('campaignsEnabled')]).toEqual(['enabled', 'true'])
    expect(JSON.stringify(body)).not.toContain('chave-do-asaas')
    expect((await call('GET', path, undefined, admin)).body).toEqual(body)
    const listed = (await call<ManagedCompanyView[]>('GET', '/companies/list')).body
    expect(listed.find(({ id }) => id === acme.companyId)).toEqual(body)
    const other = listed.find(({ id }) => id === operator.companyId)
    expect(other?.settings).toContainEqual({ key: 'userRating', value: 'disabled' })
  })

  it('cannot give two companies one name, nor two users one e-mail', async () => {
    const first = await create()
    expect(
      (await call('POST', '/companies', form({ name: ` ${first.name.toUpperCase()} ` }))).body.error,
    ).toBe('ERR_COMPANY_NAME_ALREADY_EXISTS')
    expect((await call('POST', '/companies', form({ email: first.email }))).body.error).toBe(
      'ERR_EMAIL_ALREADY_EXISTS',
    )
    const second = await create()
    expect(await call('PUT', `/companies/${second.id}`, { name: first.name })).toMatchObject({
      status: 409,
      body: { error: 'ERR_COMPANY_NAME_ALREADY_EXISTS' },
    })
    expect((await call('PUT', `/companies/${second.id}`, { planId: 9 })).body.error).toBe('ERR_NO_PLAN_FOUND')
  })

  it.each([{ dueDate: 'amanhã' }, { recurrence: 'SEMANAL' }, { status: 't' }])(
    'is refused terms like %j',
    async (terms) =>
      expect((await call('POST', '/companies', form(terms))).body.error).toBe('ERR_VALIDATION'),
  )

  it('changes what the patch names, and tells it once', async () => {
    const company = await create({ dueDate: '2027-03-10' })
    const before = (await readOutbox(auth.pg, 'auth')).length
    const patch = { dueDate: '', phone: '1133334444', campaignsEnabled: false }
    const { body } = await call('PUT', `/companies/${company.id}`, patch)
    const settings: unknown = expect.arrayContaining([{ key: 'campaignsEnabled', value: 'false' }])
    expect(body).toEqual({
      ...company,
      dueDate: null,
      phone: '1133334444',
      campaignsEnabled: false,
      settings,
    })
    const told = (await readOutbox(auth.pg, 'auth')).slice(before)
    expect(told.map((event) => [event.companyId, event.body.$case])).toEqual([
      [company.id, 'settingChanged'],
      [company.id, 'companyChanged'],
    ])
    expect((await call('PUT', `/companies/${company.id}`, patch)).body).toEqual(body)
    expect(await readOutbox(auth.pg, 'auth')).toHaveLength(before + 2)
  })

  it('blocks a company: its sessions end, and nobody logs in until it is opened', async () => {
    const company = await create()
    const { token } = await auth.login(company.email, NEW_PASSWORD)
    await call('PUT', `/companies/${company.id}`, { status: false })
    expect((await auth.call('GET', '/settings', { token })).status).toBe(401)
    const login = { email: company.email, password: NEW_PASSWORD }
    expect((await auth.call('POST', '/auth/login', { body: login })).status).toBe(401)
    await call('PUT', `/companies/${company.id}`, { status: true })
    expect((await auth.call('POST', '/auth/login', { body: login })).status).toBe(200)
  })

  it('deletes a company with everything that auth knows of it', async () => {
    const company = await create()
    const { token } = await auth.login(company.email, NEW_PASSWORD)
    await call('PUT', `/companies/${company.id}`, { campaignsEnabled: false })
    expect((await call('DELETE', `/companies/${company.id}`)).status).toBe(200)
    expect((await auth.call('GET', '/settings', { token })).status).toBe(401)
    expect((await call('GET', `/companies/${company.id}`)).status).toBe(404)
    expect((await call('DELETE', `/companies/${company.id}`)).status).toBe(404)
    for (const table of ['companies', 'users', 'settings', 'refresh_tokens'])
      expect(await auth.pg.sql(`SELECT FROM auth.${table} WHERE company_id = ${company.id}`)).toHaveLength(0)
    expect(await readOutbox(auth.pg, 'auth', 'companyDeleted')).toMatchObject([{ companyId: company.id }])
    expect(
      (await call('POST', '/companies', form({ name: company.name, email: company.email }))).status,
    ).toBe(200)
  })

  it('sees a company renewed once by a paid invoice, from the later of its due date and now', async () => {
    const company = await create({ dueDate: '2027-01-31' })
    const { deskEvent, orderingKeys } = await import('@balcao/contracts/wire')
    const consumer = auth.service.consumers.find(({ cases }) => cases.includes('invoicePaid'))
    const pay = (months: number) => {
      const key = orderingKeys.company(company.id as never)
      const paid = { invoiceId: 7, months, planId: 0, recurrence: '' }
      return deskEvent(auth.ports, key, 'invoicePaid', paid)
    }
    const paid = pay(1)
    await Promise.all(Array.from({ length: 5 }, () => consumer!.handle({ event: paid, attempt: 1 })))
    const read = async () => (await call('GET', `/companies/${company.id}`)).body.dueDate
    expect(await read()).toBe('2027-02-28T15:00:00.000Z')
    expect(await readOutbox(auth.pg, 'auth', 'companyRenewed')).toMatchObject([
      { companyId: company.id, body: { value: { invoiceId: 7, dueAt: new Date('2027-02-28T15:00:00Z') } } },
    ])
    await call('PUT', `/companies/${company.id}`, { dueDate: '2020-01-01' })
    await consumer?.handle({ event: pay(12), attempt: 1 })
    const now = auth.ports.clock.now()
    expect((await read())?.slice(0, 4)).toBe(String(now.getUTCFullYear() + 1))
    await call('PUT', `/companies/${company.id}`, { dueDate: null })
    await consumer?.handle({ event: pay(1), attempt: 1 })
    expect(await read()).toBeNull()
  })

  it('sees the plan that a paid invoice was chosen for, of its company alone', async () => {
    const [company, other] = [await create({ planId: 1 }), await create({ planId: 1 })]
    const { deskEvent, orderingKeys } = await import('@balcao/contracts/wire')
    const consumer = auth.service.consumers.find(({ cases }) => cases.includes('invoicePaid'))
    const pay = (planId: number, recurrence: string) => {
      const key = orderingKeys.company(company.id as never)
      const paid = { invoiceId: 7, months: 12, planId, recurrence }
      const event = deskEvent(auth.ports, key, 'invoicePaid', paid)
      return consumer?.handle({ event, attempt: 1 })
    }
    const read = async ({ id }: { id: number }) => {
      const { planId, recurrence } = (await call('GET', `/companies/${id}`)).body
      return [planId, recurrence]
    }
    await pay(2, 'ANUAL')
    expect([await read(company), await read(other)]).toEqual([
      [2, 'ANUAL'],
      [1, 'MENSAL'],
    ])
    await pay(0, '')
    expect(await read(company)).toEqual([2, 'ANUAL'])
  })

  it('can neither block nor delete the own company, nor delete one with a super user', async () => {
    const other = await auth.seed({
      name: 'Outra operadora',
      users: [seedUser('root@outra.test', { profile: 'admin', super: true })],
    })
    const own = `/companies/${operator.companyId}`
    const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } }
    expect(await call('PUT', own, { status: false })).toMatchObject(refused)
    expect(await call('DELETE', own)).toMatchObject(refused)
    expect(await call('DELETE', `/companies/${other.companyId}`)).toMatchObject(refused)
  })

  it('finds companies by name and e-mail, 20 a page', async () => {
    for (let made = 0; made < 21; made += 1)
      await auth.seed({ name: `Loja ${String(made).padStart(2, '0')}` })
    type Page = { companies: ManagedCompanyView[]; count: number; hasMore: boolean }
    const names = async (query: string) => {
      const { body } = await call<Page>('GET', `/companies?${query}`)
      return { names: body.companies.map(({ name }) => name), count: body.count, hasMore: body.hasMore }
    }
    const first = await names('searchParam=LOJA')
    expect([first.names[0], first.names.length, first.count, first.hasMore]).toEqual([
      'Loja 00',
      20,
      21,
      true,
    ])
    expect(await names('searchParam=loja&pageNumber=2')).toEqual({
      names: ['Loja 20'],
      count: 21,
      hasMore: false,
    })
    expect((await names('searchParam=acme.test')).names).toEqual(['Acme'])
    expect((await names('searchParam=%25')).names).toEqual([])
    const all = (await call<ManagedCompanyView[]>('GET', '/companies/list')).body
    expect(all.length).toBeGreaterThan(22)
  })

  it('sees them all; an administrator the own one only', async () => {
    const get = (path: string) => auth.call('GET', path, { token: admin })
    expect((await get(`/companies/${acme.companyId}`)).status).toBe(200)
    const foreign = withoutRequestId(await get(`/companies/${operator.companyId}`))
    expect(foreign).toEqual(withoutRequestId(await get('/companies/2000000000')))
    expect(foreign).toMatchObject({ status: 404, error: 'ERR_NO_COMPANY_FOUND' })
    expect((await get('/companies')).status).toBe(403)
    expect(
      (await auth.call('GET', `/users/list?companyId=${operator.companyId}`, { token: admin })).body,
    ).toEqual((await get('/users/list')).body)
  })

  it('who is none signs up as anyone, with or without a token', async () => {
    const body = form({ planId: 1, dueDate: '2099-01-01' })
    const answer = await auth.call('POST', '/companies', { body, token: admin })
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('id')
    expect((await auth.login(body.email, NEW_PASSWORD)).user.company.dueDate).not.toContain('2099')
    expect((await auth.call('POST', '/companies', { body: form(), token: 'x.y.z' })).status).toBe(401)
  })

  it('another company’s row is not found, by row-level security alone', async () => {
    const companies = new PgCompanyStore([])
    const { db } = auth.ports
    const [own, other] = [acme.companyId, operator.companyId] as never[]
    const seen = await db.withTenant(own!, (tx) => companies.find(tx, other!))
    expect(seen).toBeUndefined()
  })
})
