import { defaultBusinessHours, type LoginAnswer, type SignUpAnswer } from '@balcao/contracts'
import { DAY, HOUR } from '@balcao/kernel'
import { waitWhileShrinking, readOutbox } from '@balcao/testkit'

import { withoutRequestId, seedUser, startAuth, type AuthRig } from './support'

const NEW_PASSWORD = 'cinco patos'

describe('a sign-up where no mail is sent', () => {
  let auth: AuthRig
  let count = 0
  beforeAll(async () => {
    auth = await startAuth({}, { deliversMail: false })
    await auth.seed({ name: 'Café Acme', users: [seedUser('ana@acme.test')] })
  })
  const form = (overrides: Record<string, unknown> = {}) => {
    count += 1
    return {
      name: `Company ${count}`,
      email: `new${count}@example.com`,
      phone: '11999990000',
      password: NEW_PASSWORD,
      planId: 1,
      ...overrides,
    }
  }
  const signUp = (body: unknown, path = '/companies') => auth.call('POST', path, { body })
  const findCompany = async (email: string) => {
    const sql = 'SELECT company_id FROM auth.users WHERE email = $1'
    const [row] = await auth.pg.sql<{ company_id: number }>(sql, [email])
    if (!row) throw new Error(`nobody has ${email}`)
    return row.company_id
  }
  const mailNotices = () =>
    auth.service.jobs
      .find(({ name }) => name === 'auth.mail-sign-up-notices')!
      .run(new AbortController().signal)

  it.each(['/companies', '/companies/cadastro'])(
    'by %s makes a company on trial and its first administrator',
    async (path) => {
      const body = form({ email: ' NEW@Example.COM '.replace('NEW', `New${path.length}`) })
      const answer = await signUp(body, path)
      expect(answer.status).toBe(200)
      const company = answer.body as SignUpAnswer
      const trialEnd = new Date(auth.ports.clock.now().getTime() + 3 * DAY).toISOString()
      expect(company).toEqual({
        name: body.name,
        email: body.email.trim().toLowerCase(),
        planId: 1,
        dueDate: trialEnd,
        emailConfirmed: true,
      })
      await auth.settle()
      const { user, token } = await auth.login(company.email, NEW_PASSWORD)
      expect(user).toMatchObject({
        name: body.name,
        profile: 'admin',
        super: false,
        companyId: expect.any(Number),
        company: { dueDate: trialEnd, trialExpiration: trialEnd, schedules: defaultBusinessHours },
      })
      const me = await auth.call('GET', '/auth/me', { token })
      expect(me.status).toBe(200)
      expect(me.body).toMatchObject({
        company: { trialExpiration: trialEnd, schedules: defaultBusinessHours },
      })
    },
  )

  it('begins with the default week; one of its own is told instead', async () => {
    const body = form()
    await signUp(body)
    const week = defaultBusinessHours.map((day) => ({ ...day, startTime: '09:00' }))
    await auth.pg.sql('UPDATE auth.companies SET schedules = $2 WHERE company_id = $1', [
      await findCompany(body.email),
      JSON.stringify(week),
    ])
    const { user, token } = await auth.login(body.email, NEW_PASSWORD)
    expect(user.company.schedules).toEqual(week)
    expect((await auth.call('GET', '/auth/me', { token })).body).toMatchObject({
      company: { schedules: week },
    })
  })

  it('tells the other services, the company before its user', async () => {
    const body = form()
    await signUp(body)
    const id = await findCompany(body.email)
    const events = (await readOutbox(auth.pg, 'auth')).filter((event) => event.companyId === id)
    expect(events.map((event) => [event.body.$case, event.orderingKey.split(':')[0]])).toEqual([
      ['companyChanged', 'company'],
      ['userChanged', 'user'],
    ])
    expect(events[0]?.body.value).toMatchObject({
      company: { id, planId: 1, active: true, recurrence: 'MENSAL', phone: '11999990000' },
    })
  })

  it('does not read what the caller sends about due date, status, recurrence and campaigns', async () => {
    const body = form({
      dueDate: '2093-03-14',
      status: 'f',
      recurrence: 'ANUAL',
      campaignsEnabled: { $set: true },
    })
    expect((await signUp(body)).status).toBe(200)
    const id = await findCompany(body.email)
    const [row] = await auth.pg.sql<{ due_at: Date; active: boolean; recurrence: string }>(
      'SELECT * FROM auth.companies WHERE company_id = $1',
      [id],
    )
    expect(row).toMatchObject({
      active: true,
      recurrence: 'MENSAL',
      due_at: new Date(auth.ports.clock.now().getTime() + 3 * DAY),
    })
  })

  it.each([
    'id',
    'companyId',
    'super',
    'profile',
    'dueAt',
    'active',
    'tokenVersion',
    'passwordHash',
    '__proto__x',
    'constructor',
  ])('refuses the unknown field %s', async (field) => {
    const answer = await signUp(form({ [field]: 1 }))
    expect(withoutRequestId(answer)).toEqual({ status: 400, error: 'ERR_VALIDATION' })
  })

  it('refuses __proto__', async () => {
    const raw = JSON.stringify(form()).replace('{', '{"__proto__":{"super":true},')
    expect(withoutRequestId(await auth.call('POST', '/companies', { raw }))).toEqual({
      status: 400,
      error: 'ERR_MALFORMED_REQUEST',
    })
  })

  it.each([
    ['a name that is an object', { name: { a: 1 } }, 'name'],
    ['no e-mail', { email: undefined }, 'email'],
    ['a broken e-mail', { email: 'ana@' }, 'email'],
    ['a short password', { password: '1234' }, 'password'],
    ['a long password', { password: 'x'.repeat(51) }, 'password'],
    ['a masked phone', { phone: '(11) 99999-0000' }, 'phone'],
    ['a plan that is a text', { planId: '1' }, 'planId'],
    ['a plan that is negative', { planId: -1 }, 'planId'],
  ])('refuses %s', async (_name, overrides, field) => {
    const answer = await signUp(form(overrides))
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { [field]: expect.any(String) } },
    })
  })

  it.each([
    ['short', 'A'],
    ['blank', '   '],
    ['long', 'x'.repeat(51)],
  ])('refuses a name that is %s by a code of its own, and says what else is wrong', async (_why, name) => {
    const answer = await signUp(form({ name, email: 'ana@' }))
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: 'ERR_COMPANY_INVALID_NAME',
        fields: { name: expect.any(String) as string, email: 'Invalid email' },
      },
    })
  })

  it('refuses a name, phone or password that is absent', async () => {
    const nameless = await signUp(form({ name: undefined }))
    expect(withoutRequestId(nameless)).toEqual({ status: 400, error: 'ERR_COMPANY_INVALID_NAME' })
    const bare = await signUp(form({ phone: undefined, password: undefined }))
    expect(bare).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { phone: 'Required', password: 'Required' } },
    })
  })

  it.each(['aaaaa', '     '])('refuses the password %j', async (password) => {
    expect(await signUp(form({ password }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { password: 'Too Simple!' } },
    })
  })

  it('refuses a plan that does not exist, and one that is not offered, alike', async () => {
    const refused = { status: 404, error: 'ERR_NO_PLAN_FOUND' }
    expect(withoutRequestId(await signUp(form({ planId: 99 })))).toEqual(refused)
    expect(withoutRequestId(await signUp(form({ planId: 2 })))).toEqual(refused)
  })

  it.each(['Café Acme', 'CAFÉ  acme', ' cafe\u0301 acme '])(
    'with the known name %j makes another company of that name',
    async (name) => {
      const body = form({ name })
      expect((await signUp(body)).status).toBe(200)
      const { user } = await auth.login(body.email, NEW_PASSWORD)
      expect(user).toMatchObject({ companyId: await findCompany(body.email) })
      expect(user.companyId).not.toBe(await findCompany('ana@acme.test'))
    },
  )

  describe('with a known e-mail', () => {
    const known = 'Ana@ACME.test'

    it('answers as with a new one, makes nothing and leaves the account as it was', async () => {
      const body = form({ email: known })
      const [ofKnown, ofNew] = [await signUp(body), await signUp(form())]
      expect(ofKnown.status).toBe(ofNew.status)
      const { name, email, ...rest } = ofNew.body as SignUpAnswer
      expect({ name, email }).toEqual({ name: expect.any(String), email: expect.any(String) })
      expect(ofKnown.body).toEqual({ ...rest, name: body.name, email: 'ana@acme.test' })
      expect([...ofKnown.headers.keys()].sort()).toEqual([...ofNew.headers.keys()].sort())
      expect(await auth.pg.sql('SELECT FROM auth.companies WHERE name = $1', [body.name])).toHaveLength(0)
      const told = await readOutbox(auth.pg, 'auth', 'companyChanged')
      expect(told.some((event) => event.body.value.company?.name === body.name)).toBe(false)
      const login = { email: 'ana@acme.test', password: NEW_PASSWORD }
      expect((await auth.call('POST', '/auth/login', { body: login })).status).toBe(401)
      await auth.login('ana@acme.test')
    })

    it('takes no less time than with a new one', async () => {
      const { pauses } = auth
      await auth.pg.sql('DELETE FROM auth.sign_up_notices')
      const ofNew = form()
      const traces = [
        [form({ email: known }), 'SELECT FROM auth.sign_up_notices'],
        [ofNew, `SELECT FROM auth.users WHERE email = '${ofNew.email}'`],
      ] as const
      for (const [body, trace] of traces) {
        pauses.asked.length = 0
        pauses.hold()
        let isAnswered = false
        const answer = signUp(body).finally(() => (isAnswered = true))
        // What differs is done, and the answer waits for the end of its half second.
        await waitWhileShrinking('a sign-up', async () => ({ traces: 1 - (await auth.pg.sql(trace)).length }))
        await auth.call('GET', '/version')
        expect({ isAnswered, asked: pauses.asked }).toEqual({ isAnswered: false, asked: [500] })
        pauses.release()
        expect((await answer).status).toBe(200)
      }
    })

    it('mails its owner once a day, and nothing of what the stranger typed', async () => {
      await mailNotices()
      auth.ports.clock.advance(25 * HOUR)
      auth.ports.mailer.sent.length = 0
      for (const name of ['Ganhe dinheiro', 'evil.example']) await signUp(form({ email: known, name }))
      expect(auth.ports.mailer.sent).toEqual([])
      auth.ports.mailer.setBroken(true)
      await expect(mailNotices()).rejects.toMatchObject({ errors: [{ code: 'ERR_UNAVAILABLE' }] })
      auth.ports.mailer.setBroken(false)
      await mailNotices()
      auth.ports.clock.advance(HOUR)
      await signUp(form({ email: known }))
      await mailNotices()
      expect(auth.ports.mailer.sent.map(({ to }) => to)).toEqual(['ana@acme.test'])
      const [mail] = auth.ports.mailer.sent
      expect(mail?.text).toMatch(/já tem uma conta[^]*esqueceu/)
      expect(JSON.stringify(mail)).not.toMatch(/Ganhe|evil/)
      auth.ports.clock.advance(25 * HOUR)
      await mailNotices()
      await mailNotices()
      expect(auth.ports.mailer.sent).toHaveLength(2)
    })
  })

  it.each([
    ['a common password', { password: '12345' }],
    ['its e-mail', { email: 'patos@verdes.test', password: 'Patos@verdes.test' }],
    ['the part before the @', { email: 'patos.verdes@lagoa.test', password: 'patos.verdes' }],
    ['the name of the company', { name: 'Patos Verdes', password: 'patosverdes' }],
  ])('refuses %s as password, and makes nothing', async (_name, overrides) => {
    const body = form(overrides)
    expect(withoutRequestId(await signUp(body))).toEqual({ status: 400, error: 'ERR_WEAK_PASSWORD' })
    expect(await auth.pg.sql('SELECT FROM auth.users WHERE email = $1', [body.email])).toHaveLength(0)
  })

  it('makes one company for many who want the same name and e-mail at once', async () => {
    const body = form()
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await auth.pg.sql('SELECT FROM auth.companies WHERE name = $1', [body.name])).toHaveLength(1)
  })

  it('can be switched off', async () => {
    const closed = await startAuth({ isSignUpAllowed: false })
    expect(withoutRequestId(await closed.call('POST', '/companies', { body: form() }))).toEqual({
      status: 403,
      error: 'ERR_USER_CREATION_DISABLED',
    })
  })

  it('is limited per address', async () => {
    const limited = await startAuth({}, { rateFactor: 0.1, deliversMail: false })
    const statuses: number[] = []
    for (let index = 0; index < 3; index += 1)
      statuses.push((await limited.call('POST', '/companies', { body: form() })).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('answers the caller nothing of the password', async () => {
    const answer = await signUp(form({ password: 'very-secret-9' }))
    expect(answer.text).not.toMatch(/very-secret-9|argon/)
    const { user } = await auth.login((answer.body as SignUpAnswer).email, 'very-secret-9')
    expect((user satisfies LoginAnswer['user']).profile).toBe('admin')
  })
})
