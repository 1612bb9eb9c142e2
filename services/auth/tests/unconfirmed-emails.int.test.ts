import type { ChangedUserView, UserView } from '@balcao/contracts'
import { DAY, HOUR, MINUTE } from '@balcao/kernel'
import { readOutbox } from '@balcao/testkit'

import { PASSWORD, seedUser, startAuth, withoutRequestId, type Answer, type AuthRig } from './support'

const NEW_PASSWORD = 'cinco patos'
const NO_CODE = { status: 400, error: 'ERR_RESET_CODE_INVALID' }
const TAKEN = { status: 409, error: 'ERR_EMAIL_ALREADY_EXISTS' }

let auth: AuthRig
let count = 0

interface Admin {
  token: string
  companyId: number
  email: string
}

/* The administrator of a company of their own. */
async function newAdmin(rig = auth, name = `Company ${count + 1}`): Promise<Admin> {
  count += 1
  const email = `admin${count}@own.test`
  const { companyId } = await rig.seed({ name, users: [seedUser(email, { profile: 'admin' })] })
  return { token: (await rig.login(email)).token, companyId, email }
}

const address = () => `person${(count += 1)}@mail.test`

const make = ({ token }: Admin, email: string, over: object = {}, rig = auth): Promise<Answer> =>
  rig.call('POST', '/users', { token, body: { name: 'Bia', email, password: NEW_PASSWORD, ...over } })

async function invite(admin: Admin, email: string, over: object = {}): Promise<UserView> {
  const answer = await make(admin, email, over)
  expect(answer.status).toBe(200)
  return answer.body as UserView
}

const put = ({ token }: Admin, id: number, body: object, rig = auth) =>
  rig.call('PUT', `/users/${id}`, { token, body })

const read = async ({ token }: Admin, id: number): Promise<UserView> =>
  (await auth.call('GET', `/users/${id}`, { token })).body as UserView

const runJob = (name: string, rig = auth) =>
  rig.service.jobs.find((job) => job.name === name)!.run(new AbortController().signal)

/* As a job that rests is asked. */
const findNextDue = (name: string, withinMs: number) =>
  auth.service.jobs.find((job) => job.name === name)!.findNextDue!(
    new Date(auth.ports.clock.now().getTime() + withinMs),
  )
const mailsTo = (email: string, rig = auth) => rig.ports.mailer.sent.filter(({ to }) => to === email)

async function readCodes(email: string): Promise<string[]> {
  await runJob('auth.mail-email-codes')
  await runJob('auth.mail-sign-ups')
  return mailsTo(email).flatMap(({ text }) => /: (\S{4}-\S{4}-\S{4})\n/.exec(text)?.[1] ?? [])
}

const confirm = async (email: string, code: string | undefined, rig = auth): Promise<Answer> => {
  const answer = await rig.call('POST', '/emails/confirm', { body: { email, code: code ?? 'no code' } })
  await rig.settle()
  return answer
}

const canLogIn = async (email: string, password = NEW_PASSWORD) =>
  (await auth.call('POST', '/auth/login', { body: { email, password } })).status === 200

beforeAll(async () => {
  auth = await startAuth({ publicOrigins: ['https://desk.test'] })
})
afterAll(() => auth.pg.close())

describe('a user made with an e-mail', () => {
  it('counts once its owner has typed the mailed code, and logs in with the administrator’s password', async () => {
    const [admin, email] = [await newAdmin(), address()]
    const user = await invite(admin, ` ${email.toUpperCase()} `)
    expect(user).toMatchObject({ email, emailConfirmed: false, pendingEmail: email })
    expect(await canLogIn(email)).toBe(false)
    const [code = ''] = await readCodes(email)
    expect(await confirm(email, code.toLowerCase())).toMatchObject({ status: 200 })
    expect(await canLogIn(email)).toBe(true)
    const confirmed = await read(admin, user.id)
    expect(confirmed).toMatchObject({ email, emailConfirmed: true })
    expect(confirmed).not.toHaveProperty('pendingEmail')
    expect(withoutRequestId(await confirm(email, code))).toEqual(NO_CODE)
  })

  it('gets the same answer whether another company has the e-mail or not, and takes it from no one', async () => {
    const [admin, rival, free] = [await newAdmin(), await newAdmin(), address()]
    const shape = ({ status, body, headers }: Answer) => ({
      status,
      headers: [...headers.keys()].sort(),
      body: { ...(body as object), id: 0, email: '', pendingEmail: '' },
    })
    const [ofKnown, ofFree] = [await make(admin, rival.email), await make(admin, free)]
    expect(shape(ofKnown)).toEqual(shape(ofFree))
    expect(await canLogIn(rival.email, PASSWORD)).toBe(true)
    // Neither the reset nor the log-in tells it to the company that made the user.
    expect(await canLogIn(rival.email)).toBe(false)
    expect(await canLogIn(free)).toBe(false)
    const [code] = await readCodes(rival.email)
    expect(withoutRequestId(await confirm(rival.email, code))).toEqual(TAKEN)
    expect(await read(admin, (ofKnown.body as UserView).id)).toMatchObject({ emailConfirmed: false })
  })

  it('is refused with a colleague’s e-mail, confirmed or not', async () => {
    const [admin, email] = [await newAdmin(), address()]
    await invite(admin, email)
    for (const known of [email, admin.email])
      expect(withoutRequestId(await make(admin, known))).toEqual(TAKEN)
  })

  it('waits in two companies, and who confirms first has it', async () => {
    const [squatter, employer, email] = [await newAdmin(), await newAdmin(), address()]
    const [there, here] = [await invite(squatter, email), await invite(employer, email)]
    const [ofSquatter, ofEmployer] = await readCodes(email)
    expect((await confirm(email, ofEmployer)).status).toBe(200)
    expect((await auth.login(email, NEW_PASSWORD)).user).toMatchObject({
      id: here.id,
      companyId: employer.companyId,
    })
    expect(withoutRequestId(await confirm(email, ofSquatter))).toEqual(TAKEN)
    expect(await read(squatter, there.id)).toMatchObject({ email, emailConfirmed: false })
  })

  it('has a code that is good for its e-mail alone, once and for seven days', async () => {
    const [admin, email, other] = [await newAdmin(), address(), address()]
    await invite(admin, email)
    await invite(admin, other)
    const [[code], [ofOther]] = [await readCodes(email), await readCodes(other)]
    expect(withoutRequestId(await confirm(email, ofOther))).toEqual(NO_CODE)
    auth.ports.clock.advance(7 * DAY)
    expect(withoutRequestId(await confirm(email, code))).toEqual(NO_CODE)
  })

  it('is mailed the company’s name without links, and a link that sends the code to no server', async () => {
    const [admin, email] = [await newAdmin(auth, 'Ganhe já: https://evil.test/?a=1 @x'), address()]
    await invite(admin, email)
    const [code = ''] = await readCodes(email)
    const [mail] = mailsTo(email)
    expect(mail?.text).toContain('Ganhe já  https   evil test')
    expect(mail?.text).not.toContain('evil.test')
    expect(mail?.text).toContain(
      `https://desk.test/confirm#${new URLSearchParams({ email, code }).toString()}`,
    )
  })

  it('stores no code in clear, and is mailed when the mail server works again', async () => {
    const [admin, email] = [await newAdmin(), address()]
    await invite(admin, email)
    auth.ports.mailer.setBroken(true)
    await runJob('auth.mail-email-codes')
    expect(await findNextDue('auth.mail-email-codes', 0)).toBeUndefined()
    expect(await findNextDue('auth.mail-email-codes', MINUTE)).toEqual(expect.any(Date))
    auth.ports.mailer.setBroken(false)
    auth.ports.clock.advance(HOUR)
    const [code = ''] = await readCodes(email)
    const [row] = await auth.pg.sql<{ found: string }>(
      'SELECT string_agg(c::text, $1) AS found FROM auth.email_changes c',
      [' '],
    )
    expect(row?.found).not.toContain(code.replaceAll('-', ''))
    expect((await confirm(email, code)).status).toBe(200)
  })

  it('is given no work, is no administrator yet, and is told to other services as inactive until then', async () => {
    const [admin, email] = [await newAdmin(), address()]
    const user = await invite(admin, email, { profile: 'admin' })
    const states = async () =>
      (await readOutbox(auth.pg, 'auth', 'userChanged'))
        .filter(({ body }) => body.value.user?.id === user.id)
        .map(({ body }) => body.value.user?.active)
    expect(await states()).toEqual([false])
    const listed = await auth.call('GET', '/users/list', { token: admin.token })
    expect((listed.body as UserView[]).map(({ email: own }) => own)).toEqual([admin.email])
    const me = (await auth.call('GET', '/auth/me', { token: admin.token })).body as UserView
    expect(withoutRequestId(await put(admin, me.id, { profile: 'user' }))).toEqual({
      status: 409,
      error: 'ERR_LAST_ADMIN',
    })
    await confirm(email, (await readCodes(email))[0])
    expect(await states()).toEqual([false, true])
  })

  it('is mailed another code on request, of the company’s administrators alone', async () => {
    const [admin, rival, email] = [await newAdmin(), await newAdmin(), address()]
    const user = await invite(admin, email)
    const [first] = await readCodes(email)
    const again = ({ token }: Admin) => auth.call('POST', `/users/${user.id}/invitation`, { token })
    expect(withoutRequestId(await again(rival))).toEqual({ status: 404, error: 'ERR_NO_USER_FOUND' })
    expect(await again(admin)).toMatchObject({ status: 200, body: { emailConfirmed: false } })
    const [, second] = await readCodes(email)
    expect(withoutRequestId(await confirm(email, first))).toEqual(NO_CODE)
    expect((await confirm(email, second)).status).toBe(200)
    await again(admin)
    expect(await readCodes(email)).toHaveLength(2)
  })

  it('gets the code again by asking for a new password, at most once an hour', async () => {
    const [admin, email] = [await newAdmin(), address()]
    await invite(admin, email)
    const ask = async () => {
      await auth.call('POST', `/forgetpassword/${email}`)
      await runJob('auth.mail-passwords')
      return readCodes(email)
    }
    expect(await readCodes(email)).toHaveLength(1)
    expect(await ask()).toHaveLength(1)
    auth.ports.clock.advance(HOUR + MINUTE)
    const [, code] = await ask()
    expect((await confirm(email, code)).status).toBe(200)
  })
})

describe('another e-mail that an administrator gives', () => {
  async function newUser(admin: Admin): Promise<UserView> {
    const email = address()
    const user = await invite(admin, email)
    await confirm(email, (await readCodes(email))[0])
    return user
  }

  it('counts once its owner confirms it; the old one is told then', async () => {
    const admin = await newAdmin()
    const [user, email] = [await newUser(admin), address()]
    const asked = await put(admin, user.id, { email, name: 'Bia Lima' })
    expect(asked).toMatchObject({
      status: 200,
      body: { email: user.email, pendingEmail: email, name: 'Bia Lima', emailConfirmed: true },
    })
    expect(await canLogIn(user.email)).toBe(true)
    await runJob('auth.mail-passwords')
    expect(mailsTo(user.email)).toHaveLength(1)
    expect((await confirm(email, (await readCodes(email))[0])).status).toBe(200)
    await runJob('auth.mail-passwords')
    expect(mailsTo(user.email).at(-1)?.subject).toBe('O e-mail da sua conta foi trocado')
    expect([await canLogIn(email), await canLogIn(user.email)]).toEqual([true, false])
  })

  it('gets the same answer whether another company has it or not', async () => {
    const [admin, rival] = [await newAdmin(), await newAdmin()]
    const user = await newUser(admin)
    const shape = ({ status, body }: Answer) => ({ status, body: { ...(body as object), pendingEmail: '' } })
    const ofKnown = await put(admin, user.id, { email: rival.email })
    expect(shape(ofKnown)).toEqual(shape(await put(admin, user.id, { email: address() })))
    expect(withoutRequestId(await put(admin, user.id, { email: admin.email }))).toEqual(TAKEN)
  })

  it('of an invited user replaces the one before, whose code is void', async () => {
    const [admin, typo, email] = [await newAdmin(), address(), address()]
    const user = await invite(admin, typo)
    const [wrong] = await readCodes(typo)
    expect((await put(admin, user.id, { email })).body).toMatchObject({ email, emailConfirmed: false })
    expect(withoutRequestId(await confirm(typo, wrong))).toEqual(NO_CODE)
    await runJob('auth.mail-passwords')
    expect(mailsTo(typo)).toHaveLength(1)
    expect((await confirm(email, (await readCodes(email))[0])).status).toBe(200)
  })

  it('is no matter of a user’s own code', async () => {
    const admin = await newAdmin()
    const [user, email] = [await newUser(admin), address()]
    await put(admin, user.id, { email })
    const [code = ''] = await readCodes(email)
    const { token } = await auth.login(user.email, NEW_PASSWORD)
    const own = await auth.call('POST', `/users/${user.id}/email`, { token, body: { code } })
    expect(withoutRequestId(own)).toEqual(NO_CODE)
    expect((await confirm(email, code)).body).toBeUndefined()
    const { pendingEmail } = (await read(admin, user.id)) as ChangedUserView
    expect(pendingEmail).toBeUndefined()
  })
})

describe('a sign-up', () => {
  const form = (email: string, over: object = {}) => ({
    name: `New ${email}`,
    email,
    phone: '11999990000',
    password: NEW_PASSWORD,
    planId: 1,
    ...over,
  })
  const signUp = (email: string, over: object = {}) =>
    auth.call('POST', '/companies/cadastro', { body: form(email, over) })
  const listCompanies = (email: string) => auth.pg.sql('SELECT FROM auth.companies WHERE email = $1', [email])

  it('makes company and administrator once the mailed code is typed, and its trial begins then', async () => {
    const email = address()
    expect(await signUp(email)).toMatchObject({ status: 200, body: { email, emailConfirmed: false } })
    expect(await canLogIn(email)).toBe(false)
    expect(await listCompanies(email)).toHaveLength(0)
    const [code] = await readCodes(email)
    auth.ports.clock.advance(HOUR)
    const trialEnd = new Date(auth.ports.clock.now().getTime() + 3 * DAY).toISOString()
    expect((await confirm(email, code)).status).toBe(200)
    expect((await auth.login(email, NEW_PASSWORD)).user).toMatchObject({
      profile: 'admin',
      company: { name: `New ${email}`, dueDate: trialEnd },
    })
    expect(withoutRequestId(await confirm(email, code))).toEqual(NO_CODE)
    expect(await listCompanies(email)).toHaveLength(1)
  })

  it('takes the e-mail from no one: the owner signs up, and is invited, as if nobody had', async () => {
    const [email, admin] = [address(), await newAdmin()]
    await signUp(email, { name: 'Squatter' })
    const [ofSquatter] = await readCodes(email)
    const user = await invite(admin, email)
    const [, ofInvitation] = await readCodes(email)
    expect((await confirm(email, ofInvitation)).status).toBe(200)
    expect((await auth.login(email, NEW_PASSWORD)).user).toMatchObject({ id: user.id })
    expect(withoutRequestId(await confirm(email, ofSquatter))).toEqual(TAKEN)
    expect(await listCompanies(email)).toHaveLength(0)
  })

  it('with the e-mail of an account is answered as others are; its owner gets a notice and no code', async () => {
    const [admin, free] = [await newAdmin(), address()]
    const shape = ({ status, body }: Answer) => ({
      status,
      body: { ...(body as object), name: '', email: '' },
    })
    expect(shape(await signUp(admin.email))).toEqual(shape(await signUp(free)))
    expect(await readCodes(admin.email)).toEqual([])
    await runJob('auth.mail-sign-up-notices')
    expect(mailsTo(admin.email)).toHaveLength(1)
  })

  it('with the e-mail of an invitation alone gets a code', async () => {
    const [admin, email] = [await newAdmin(), address()]
    await invite(admin, email)
    await readCodes(email)
    await signUp(email)
    const [, code] = await readCodes(email)
    expect((await confirm(email, code)).status).toBe(200)
    expect((await auth.login(email, NEW_PASSWORD)).user.companyId).not.toBe(admin.companyId)
  })

  it('mails an address once a minute, whoever signs up with it; each code stays good', async () => {
    const email = address()
    await signUp(email, { name: 'First' })
    await signUp(email, { name: 'Second' })
    expect(await readCodes(email)).toHaveLength(1)
    auth.ports.clock.advance(MINUTE)
    const [, second] = await readCodes(email)
    expect((await confirm(email, second)).status).toBe(200)
  })

  it('is forgotten when no one confirms it: the code after a day, what was typed after two', async () => {
    const email = address()
    await signUp(email)
    const [code] = await readCodes(email)
    auth.ports.clock.advance(DAY)
    expect(withoutRequestId(await confirm(email, code))).toEqual(NO_CODE)
    auth.ports.clock.advance(DAY + MINUTE)
    await runJob('auth.sweep-sign-ups')
    expect(await auth.pg.sql('SELECT FROM auth.pending_sign_ups WHERE email = $1', [email])).toHaveLength(0)
  })

  it('is mailed when the mail server works again', async () => {
    const email = address()
    await signUp(email)
    auth.ports.mailer.setBroken(true)
    await runJob('auth.mail-sign-ups')
    expect(await findNextDue('auth.mail-sign-ups', 0)).toBeUndefined()
    expect(await findNextDue('auth.mail-sign-ups', MINUTE)).toEqual(expect.any(Date))
    auth.ports.mailer.setBroken(false)
    auth.ports.clock.advance(HOUR)
    expect((await confirm(email, (await readCodes(email))[0])).status).toBe(200)
  })
})

describe('many e-mails of one company', () => {
  it('get slow where mail is sent: each is a mail to somebody', async () => {
    const limited = await startAuth({}, { rateFactor: 0.1 })
    const admin = await newAdmin(limited)
    for (let tries = 0; tries < 4; tries += 1)
      expect((await make(admin, address(), {}, limited)).status).toBe(200)
    expect(limited.pauses.asked).toEqual([1000, 2000])
    await limited.pg.close()
  })

  it('get slow without mail where they are taken, on a network of the company', async () => {
    const limited = await startAuth({}, { rateFactor: 0.1, deliversMail: false })
    const [admin, rival] = [await newAdmin(limited), await newAdmin(limited)]
    for (let tries = 0; tries < 4; tries += 1) {
      expect(withoutRequestId(await make(admin, rival.email, {}, limited))).toEqual(TAKEN)
    }
    expect(limited.pauses.asked).toEqual([1000, 2000])
    const { body } = await make(admin, address(), {}, limited)
    expect(
      withoutRequestId(await put(admin, (body as UserView).id, { email: rival.email }, limited)),
    ).toEqual(TAKEN)
    expect(limited.pauses.asked).toEqual([1000, 2000, 4000, 4000])
    expect((await make(rival, address(), {}, limited)).status).toBe(200)
    expect(limited.pauses.asked).toHaveLength(4)
    await limited.pg.close()
  })
})

it('an invitation from when mail was sent counts with the next change where none is sent any more', async () => {
  const quiet = await startAuth({}, { deliversMail: false })
  const [admin, email] = [await newAdmin(quiet), address()]
  const { body } = await make(admin, email, {}, quiet)
  const { id } = body as UserView
  await quiet.pg.sql('UPDATE auth.users SET email_confirmed = false WHERE id = $1', [id])
  expect((await put(admin, id, { name: 'Bia Lima' }, quiet)).body).toMatchObject({ emailConfirmed: true })
  await quiet.login(email, NEW_PASSWORD)
  await quiet.pg.close()
})
