import type { ChangedUserView } from '@balcao/contracts'
import { MINUTE } from '@balcao/kernel'

import { PASSWORD, seedUser, startAuth, withoutRequestId, type Answer, type AuthRig } from './support'

const NEW_PASSWORD = 'nove patos azuis'
const REFUSED = { status: 400, error: 'ERR_WRONG_PASSWORD' }
const NO_CODE = { status: 400, error: 'ERR_RESET_CODE_INVALID' }

let auth: AuthRig
let count = 0

interface Person {
  id: number
  email: string
  token: string
  cookie: string
}

/* Of a company of their own. */
async function newPerson(rig = auth): Promise<Person> {
  count += 1
  const email = `user${count}@own.test`
  const { userIds } = await rig.seed({ name: `Own ${count}`, users: [seedUser(email, { profile: 'admin' })] })
  const { token, cookie } = await rig.login(email)
  return { id: userIds[email] ?? 0, email, token, cookie }
}

const change = ({ id, token }: Person, body: object, rig = auth): Promise<Answer> =>
  rig.call('PUT', `/users/${id}`, { token, body })

const confirm = ({ id, token }: Person, code: string): Promise<Answer> =>
  auth.call('POST', `/users/${id}/email`, { token, body: { code } })

const runJob = (name: string, rig = auth) =>
  rig.service.jobs.find((job) => job.name === name)!.run(new AbortController().signal)

const mailsTo = (email: string) => auth.ports.mailer.sent.filter(({ to }) => to === email)

async function readCode(email: string): Promise<string> {
  await runJob('auth.mail-email-codes')
  const codes = mailsTo(email).flatMap(({ text }) => /: (\S{4}-\S{4})\n/.exec(text)?.[1] ?? [])
  return codes.at(-1) ?? ''
}

const canLogIn = async (email: string, password = PASSWORD) =>
  (await auth.call('POST', '/auth/login', { body: { email, password } })).status === 200

const readMe = (token: string) => auth.call('GET', '/auth/me', { token })

beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.pg.close())

describe('a new password of one’s own', () => {
  it.each([
    ['without the present one', {}],
    ['with an empty one', { currentPassword: '' }],
    ['with a wrong one', { currentPassword: 'balcao124' }],
  ])('%s is refused', async (_how, typed) => {
    const person = await newPerson()
    expect(withoutRequestId(await change(person, { password: NEW_PASSWORD, ...typed }))).toEqual(REFUSED)
    expect(await canLogIn(person.email)).toBe(true)
  })

  it('keeps the caller’s session under new tokens, ends all others and mails the owner', async () => {
    const person = await newPerson()
    const answer = await change(person, { password: NEW_PASSWORD, currentPassword: PASSWORD })
    expect(answer.status).toBe(200)
    const { token = '' } = answer.body as ChangedUserView
    await auth.settle()
    expect((await readMe(token)).status).toBe(200)
    expect((await readMe(person.token)).status).toBe(401)
    expect((await auth.refresh(answer.cookie ?? '')).status).toBe(200)
    expect((await auth.refresh(person.cookie)).status).toBe(401)
    await runJob('auth.mail-passwords')
    expect(mailsTo(person.email).map(({ subject }) => subject)).toEqual(['Sua senha foi trocada'])
    expect(await canLogIn(person.email)).toBe(false)
    expect(await canLogIn(person.email, NEW_PASSWORD)).toBe(true)
  })

  it('is no matter of a new name', async () => {
    const person = await newPerson()
    const answer = await change(person, { name: 'Ana Clara', email: person.email, password: '' })
    expect(answer).toMatchObject({ status: 200, body: { name: 'Ana Clara' } })
    expect(answer.body).not.toHaveProperty('token')
    expect((await readMe(person.token)).status).toBe(200)
  })

  it('gets slow after ten wrong ones, and a log-in elsewhere does not', async () => {
    const limited = await startAuth({}, { rateFactor: 1 })
    const person = await newPerson(limited)
    const guess = () => change(person, { password: NEW_PASSWORD, currentPassword: 'no' }, limited)
    for (let tries = 0; tries < 12; tries += 1) expect(withoutRequestId(await guess())).toEqual(REFUSED)
    expect(limited.pauses.asked).toEqual([1000, 2000])
    await limited.login(person.email)
    expect(limited.pauses.asked).toHaveLength(2)
    await limited.pg.close()
  })
})

describe('a new e-mail of one’s own', () => {
  it('is refused without the present password', async () => {
    const person = await newPerson()
    expect(withoutRequestId(await change(person, { email: 'taken.away@own.test' }))).toEqual(REFUSED)
  })

  it('counts once the mailed code is typed: sessions end but the caller’s, and the old address is told', async () => {
    const person = await newPerson()
    const email = `moved.${person.email}`
    const asked = await change(person, { email: ` ${email.toUpperCase()} `, currentPassword: PASSWORD })
    expect(asked).toMatchObject({ status: 200, body: { email: person.email, pendingEmail: email } })
    expect((await readMe(person.token)).status).toBe(200)
    expect(await canLogIn(email)).toBe(false)
    const confirmed = await confirm(person, (await readCode(email)).toLowerCase())
    expect(confirmed).toMatchObject({ status: 200, body: { email } })
    await auth.settle()
    expect((await readMe((confirmed.body as ChangedUserView).token ?? '')).status).toBe(200)
    expect((await readMe(person.token)).status).toBe(401)
    expect((await auth.refresh(person.cookie)).status).toBe(401)
    await runJob('auth.mail-passwords')
    expect(mailsTo(person.email).map(({ subject }) => subject)).toEqual(['O e-mail da sua conta foi trocado'])
    expect(await canLogIn(email)).toBe(true)
    expect(await canLogIn(person.email)).toBe(false)
  })

  it('gets the same answer whether another company has it or not, and no one loses theirs', async () => {
    const [person, rival] = [await newPerson(), await newPerson()]
    const [known, free] = [
      await change(person, { email: rival.email, currentPassword: PASSWORD }),
      await change(person, { email: 'nobody.has@own.test', currentPassword: PASSWORD }),
    ]
    const shape = ({ status, body }: Answer) => ({ status, body: { ...(body as object), pendingEmail: '' } })
    expect(shape(known)).toEqual(shape(free))
    await change(person, { email: rival.email, currentPassword: PASSWORD })
    // Only who reads the rival's mail learns it.
    expect(withoutRequestId(await confirm(person, await readCode(rival.email)))).toEqual({
      status: 409,
      error: 'ERR_EMAIL_ALREADY_EXISTS',
    })
    expect(await canLogIn(rival.email)).toBe(true)
    expect(await canLogIn(person.email)).toBe(true)
  })

  it('is reserved for no one: who confirms it first has it', async () => {
    const [squatter, owner] = [await newPerson(), await newPerson()]
    const email = 'wanted@own.test'
    await change(squatter, { email, currentPassword: PASSWORD })
    await change(owner, { email, currentPassword: PASSWORD })
    await runJob('auth.mail-email-codes')
    const codes = mailsTo(email).flatMap(({ text }) => /: (\S{4}-\S{4})\n/.exec(text)?.[1] ?? [])
    expect(codes).toHaveLength(2)
    // A code is good for the user who asked for it only.
    expect(withoutRequestId(await confirm(owner, codes[0] ?? ''))).toEqual(NO_CODE)
    expect((await confirm(owner, codes[1] ?? '')).status).toBe(200)
    expect(withoutRequestId(await confirm(squatter, codes[0] ?? ''))).toMatchObject({ status: 409 })
  })

  it('refuses a code after five tries, after 15 minutes, and that of an older request', async () => {
    const person = await newPerson()
    const ask = async (email: string) => {
      await change(person, { email, currentPassword: PASSWORD })
      return readCode(email)
    }
    const guessed = await ask(`a.${person.email}`)
    for (let tries = 0; tries < 5; tries += 1) await confirm(person, 'AAAA-AAAA')
    expect(withoutRequestId(await confirm(person, guessed))).toEqual(NO_CODE)
    const older = await ask(`b.${person.email}`)
    const newer = await ask(`c.${person.email}`)
    expect(withoutRequestId(await confirm(person, older))).toEqual(NO_CODE)
    auth.ports.clock.advance(15 * MINUTE)
    // Access tokens last as long as the code.
    const { token } = await auth.login(person.email)
    expect(withoutRequestId(await confirm({ ...person, token }, newer))).toEqual(NO_CODE)
  })

  it('of another user is not confirmed, of the same company or another', async () => {
    const [person, rival] = [await newPerson(), await newPerson()]
    await change(rival, { email: `x.${rival.email}`, currentPassword: PASSWORD })
    const code = await readCode(`x.${rival.email}`)
    const foreign = await auth.call('POST', `/users/${rival.id}/email`, {
      token: person.token,
      body: { code },
    })
    expect(withoutRequestId(foreign)).toEqual({ status: 403, error: 'ERR_NO_PERMISSION' })
    expect(withoutRequestId(await confirm(person, code))).toEqual(NO_CODE)
    expect((await confirm(rival, code)).status).toBe(200)
  })

  it('stores no code in clear, and is mailed when the mail server works again', async () => {
    const person = await newPerson()
    const email = `later.${person.email}`
    await change(person, { email, currentPassword: PASSWORD })
    auth.ports.mailer.setBroken(true)
    await runJob('auth.mail-email-codes')
    auth.ports.mailer.setBroken(false)
    auth.ports.clock.advance(MINUTE)
    const code = await readCode(email)
    const [row] = await auth.pg.sql<{ found: string }>(
      'SELECT string_agg(c::text, $1) AS found FROM auth.email_changes c',
      [' '],
    )
    expect(row?.found).not.toContain(code.replace('-', ''))
    expect((await confirm(person, code)).status).toBe(200)
  })

  it('is asked for five times an hour', async () => {
    const limited = await startAuth({}, { rateFactor: 1 })
    const person = await newPerson(limited)
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const body = { email: `try${index}@own.test`, currentPassword: PASSWORD }
      statuses.push((await change(person, body, limited)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await limited.pg.close()
  })

  it('counts at once where no mail is sent', async () => {
    const quiet = await startAuth({}, { deliversMail: false })
    const person = await newPerson(quiet)
    const email = `moved.${person.email}`
    const moved = await change(person, { email, currentPassword: PASSWORD }, quiet)
    expect(moved).toMatchObject({ status: 200, body: { email } })
    expect(moved.body).toHaveProperty('token')
    await quiet.login(email)
    await quiet.pg.close()
  })
})

it('an administrator’s change of another’s e-mail tells the old address where no mail is confirmed', async () => {
  const quiet = await startAuth({}, { deliversMail: false })
  const admin = await newPerson(quiet)
  const body = { name: 'Bia', email: `bia${count}@own.test`, password: NEW_PASSWORD }
  const { body: made } = await quiet.call('POST', '/users', { token: admin.token, body })
  const { id } = made as ChangedUserView
  const path = `/users/${id}`
  const moved = await quiet.call('PUT', path, { token: admin.token, body: { email: `new.${body.email}` } })
  expect(moved).toMatchObject({ status: 200, body: { email: `new.${body.email}` } })
  await runJob('auth.mail-passwords', quiet)
  expect(quiet.ports.mailer.sent.filter(({ to }) => to === body.email)).toHaveLength(1)
  await quiet.pg.close()
})
