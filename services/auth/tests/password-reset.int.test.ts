import { passwordResetRoutes, SIMPLE_PASSWORD } from '@balcao/contracts'
import { HOUR, MINUTE } from '@balcao/kernel'

import { PASSWORD, withoutRequestId, seedUser, startAuth, type AuthRig } from './support'

const NEW_PASSWORD = 'Nove patos 9'
const REFUSED = { status: 400, error: 'ERR_RESET_CODE_INVALID' }

describe('a password reset', () => {
  let auth: AuthRig
  let count = 0
  beforeAll(async () => {
    auth = await startAuth()
    await auth.seed({ name: 'Café Acme', users: [seedUser('ana@acme.test'), seedUser('bia@acme.test')] })
    await auth.seed({ name: 'Outra', users: [seedUser('caio@outra.test')] })
  })
  /* A user of its own for each test: a code is one per user. */
  const newUser = async () => {
    count += 1
    const email = `user${count}@acme.test`
    await auth.seed({ name: `Company ${count}`, users: [seedUser(email)] })
    return email
  }
  const request = (email: string) => auth.call('POST', `/forgetpassword/${encodeURIComponent(email)}`)
  const reset = (email: string, token: string, password = NEW_PASSWORD) =>
    auth.call('POST', '/resetpasswords', { body: { email, token, password } })
  const mailing = () => auth.service.jobs.find(({ name }) => name === 'auth.mail-passwords')!
  const mailPasswords = () => mailing().run(new AbortController().signal)
  const findNextMail = (before: Date) => mailing().findNextDue!(before)
  const mailsTo = (email: string) => auth.ports.mailer.sent.filter(({ to }) => to === email)
  const readCode = (email: string) => {
    const codes = mailsTo(email).flatMap(({ text }) => /: (\S{4}-\S{4})\n/.exec(text)?.[1] ?? [])
    return codes[codes.length - 1] ?? ''
  }
  const getCode = async (email: string) => {
    await request(email)
    await mailPasswords()
    return readCode(email.trim().toLowerCase())
  }
  const canLogIn = async (email: string, password: string) =>
    (await auth.call('POST', '/auth/login', { body: { email, password } })).status === 200

  it('by a mailed code sets the password that was typed, ends the sessions and mails the owner', async () => {
    const email = await newUser()
    const { token, cookie } = await auth.login(email)
    const code = await getCode(` ${email.toUpperCase()} `)
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const strange = 'Pã/ss%w?rd#1+..%2f🔑'
    expect((await reset(email, code.toLowerCase(), strange)).status).toBe(200)
    await auth.settle()
    expect((await auth.call('GET', '/auth/me', { token })).status).toBe(401)
    expect((await auth.refresh(cookie)).status).toBe(401)
    expect(await canLogIn(email, PASSWORD)).toBe(false)
    expect(await canLogIn(email, strange)).toBe(true)
    await mailPasswords()
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual([
      'Código para redefinir sua senha',
      'Sua senha foi trocada',
    ])
  })

  it('also by the path of older clients, with any character in it', async () => {
    const email = await newUser()
    const strange = 'Pã/ss%w?rd#1+..%2f🔑'
    const segments = [email, await getCode(email), strange].map(encodeURIComponent)
    const answer = await auth.call('POST', `/resetpasswords/${segments.join('/')}`)
    expect({ status: answer.status, cache: answer.headers.get('cache-control') }).toEqual({
      status: 200,
      cache: 'no-store',
    })
    expect(await canLogIn(email, strange)).toBe(true)
    expect(passwordResetRoutes.resetPasswordByPath.path.split('/')).toHaveLength(5)
  })

  it('answers an unknown e-mail, a deactivated user and a known one alike, and mails the known one only', async () => {
    const gone = await newUser()
    await auth.pg.sql('UPDATE auth.users SET active = false WHERE email = $1', [gone])
    const known = await newUser()
    const emails = ['nobody@acme.test', gone, known]
    const answers = [await request(emails[0]!), await request(gone), await request(known)]
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({ status: 200, body: { status: 200 } })
      expect([...headers.keys()].sort()).toEqual([...answers[2]!.headers.keys()].sort())
    }
    const waiting = await auth.pg.sql('SELECT FROM auth.password_mails WHERE email = ANY ($1)', [emails])
    expect(waiting).toHaveLength(3)
    await mailPasswords()
    expect(emails.map((email) => mailsTo(email).length)).toEqual([0, 0, 1])
    expect(await auth.pg.sql('SELECT FROM auth.password_mails')).toEqual([])
  })

  it('refuses a wrong code and an unknown e-mail alike, after the same pause', async () => {
    const email = await newUser()
    await getCode(email)
    auth.pauses.asked.length = 0
    expect(withoutRequestId(await reset(email, 'AAAA-AAAA'))).toEqual(REFUSED)
    expect(withoutRequestId(await reset('nobody@acme.test', 'AAAA-AAAA'))).toEqual(REFUSED)
    expect(auth.pauses.asked).toEqual([500, 500])
  })

  it('refuses a code after 15 minutes', async () => {
    const email = await newUser()
    const code = await getCode(email)
    auth.ports.clock.advance(15 * MINUTE)
    expect(withoutRequestId(await reset(email, code))).toEqual(REFUSED)
  })

  it('takes an older code, too: a mail that a stranger asked for voids none', async () => {
    const email = await newUser()
    const older = await getCode(email)
    await request(email)
    await mailPasswords()
    expect(mailsTo(email)).toHaveLength(1)
    const inAMinute = new Date(auth.ports.clock.now().getTime() + MINUTE)
    expect(await findNextMail(inAMinute)).toBeUndefined()
    expect(await findNextMail(new Date(inAMinute.getTime() + 1))).toEqual(inAMinute)
    auth.ports.clock.advance(MINUTE)
    await mailPasswords()
    const newer = readCode(email)
    expect(newer).not.toBe(older)
    expect((await reset(email, older)).status).toBe(200)
    // A reset ends all of them.
    expect(withoutRequestId(await reset(email, newer))).toEqual(REFUSED)
  })

  it("refuses another user's code, of the same company and of another one", async () => {
    const code = await getCode('ana@acme.test')
    expect(withoutRequestId(await reset('bia@acme.test', code))).toEqual(REFUSED)
    expect(withoutRequestId(await reset('caio@outra.test', code))).toEqual(REFUSED)
    await getCode('caio@outra.test')
    expect(withoutRequestId(await reset('caio@outra.test', code))).toEqual(REFUSED)
    expect(await canLogIn('caio@outra.test', PASSWORD)).toBe(true)
  })

  it('works once, however many use the code at once and again', async () => {
    const email = await newUser()
    const code = await getCode(email)
    const passwords = ['Patos 1 a', 'Patos 2 b', 'Patos 3 c', 'Patos 4 d']
    const answers = await Promise.all(passwords.map((password) => reset(email, code, password)))
    const winners = passwords.filter((_password, index) => answers[index]?.status === 200)
    expect(winners).toHaveLength(1)
    expect(withoutRequestId(await reset(email, code))).toEqual(REFUSED)
    expect(await canLogIn(email, winners[0]!)).toBe(true)
  })

  it.each([
    ['short', 'Pato 12'],
    ['without a capital', 'nove patos 9'],
    ['without a small letter', 'NOVE PATOS 9'],
    ['without a digit', 'Nove patos'],
  ])('refuses a password that is %s with the text of the specification', async (_why, password) => {
    const answer = await reset('ana@acme.test', 'AAAA-AAAA', password)
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { password: SIMPLE_PASSWORD } },
    })
  })

  it('refuses a password of more than 128 bytes', async () => {
    const password = `Aa1${'ã'.repeat(63)}`
    expect((await reset('ana@acme.test', 'AAAA-AAAA', password)).status).toBe(400)
  })

  it('refuses the e-mail as password and leaves the code good', async () => {
    const email = `Novo${(count += 1)}@Acme.test`
    await auth.seed({ name: `Company ${count}`, users: [seedUser(email.toLowerCase())] })
    const code = await getCode(email)
    const answer = await reset(email, code, email)
    expect(answer.body).toMatchObject({ error: 'ERR_WEAK_PASSWORD' })
    expect((await reset(email, code)).status).toBe(200)
  })

  it('is mailed when the mail server works again, and dropped when it does not for 15 minutes', async () => {
    const email = await newUser()
    await request(email)
    auth.ports.mailer.setBroken(true)
    await mailPasswords()
    auth.ports.clock.advance(MINUTE)
    await mailPasswords()
    auth.ports.mailer.setBroken(false)
    auth.ports.clock.advance(MINUTE)
    await mailPasswords()
    expect((await reset(email, readCode(email))).status).toBe(200)
    auth.ports.mailer.setBroken(true)
    auth.ports.clock.advance(HOUR)
    await mailPasswords()
    expect(await auth.pg.sql('SELECT FROM auth.password_mails')).toEqual([])
    auth.ports.mailer.setBroken(false)
  })

  it('stores neither code nor password', async () => {
    const email = await newUser()
    const code = await getCode(email)
    const [row] = await auth.pg.sql<{ found: string }>(
      'SELECT string_agg(p::text, $1) AS found FROM auth.password_codes p',
      [' '],
    )
    expect(row?.found).toBeTruthy()
    expect(row?.found).not.toContain(code.replace('-', ''))
  })

  describe('that strangers try, too,', () => {
    let limited: AuthRig
    const OWNER = '198.51.100.7'
    const STRANGER = '203.0.113.7'
    const from = (address: string, method: string, path: string, body?: unknown) =>
      limited.call(method, path, { body, headers: { 'x-forwarded-for': address } })
    const ask = (address: string, email: string) => from(address, 'POST', `/forgetpassword/${email}`)
    const type = (address: string, email: string, token: string) =>
      from(address, 'POST', '/resetpasswords', { email, token, password: NEW_PASSWORD })
    const runMails = () =>
      limited.service.jobs
        .find(({ name }) => name === 'auth.mail-passwords')!
        .run(new AbortController().signal)
    const codesTo = (email: string) =>
      limited.ports.mailer.sent
        .filter(({ to }) => to === email)
        .flatMap(({ text }) => /: (\S{4}-\S{4})\n/.exec(text)?.[1] ?? [])

    beforeAll(async () => {
      limited = await startAuth({}, { rateFactor: 1, trustedProxies: 1 })
      await limited.seed({ name: 'Acme', users: [seedUser('ana@acme.test'), seedUser('bia@acme.test')] })
    })

    it('is never refused to its owner, and mailed at once to who has not asked before', async () => {
      const email = 'ana@acme.test'
      for (let times = 0; times < 6; times += 1) expect((await ask(STRANGER, email)).status).toBe(200)
      await runMails()
      expect(codesTo(email)).toHaveLength(1)
      limited.ports.clock.advance(MINUTE)
      expect((await ask(STRANGER, email)).status).toBe(200)
      await runMails()
      // The seventh of an hour from one network waits.
      expect(codesTo(email)).toHaveLength(1)
      expect((await ask(OWNER, email)).status).toBe(200)
      await runMails()
      expect(codesTo(email)).toHaveLength(2)
    })

    it('gets slow after five wrong codes from a network, and takes the right one from there and elsewhere', async () => {
      const email = 'bia@acme.test'
      await ask(OWNER, email)
      await runMails()
      const [code = ''] = codesTo(email)
      limited.pauses.asked.length = 0
      for (let tries = 0; tries < 7; tries += 1)
        expect(withoutRequestId(await type(STRANGER, email, 'AAAA-AAAA'))).toEqual(REFUSED)
      expect(limited.pauses.asked.filter((ms) => ms !== 500)).toEqual([1000, 2000])
      limited.pauses.asked.length = 0
      expect((await type(OWNER, email, code)).status).toBe(200)
      expect(limited.pauses.asked).toEqual([500])
    })

    it('is the same for an unknown e-mail', async () => {
      for (let times = 0; times < 5; times += 1)
        expect((await ask('192.0.2.9', 'nobody@acme.test')).status).toBe(200)
    })

    it('is asked for twenty times an hour from an IPv6 network, whatever its addresses', async () => {
      const statuses: number[] = []
      for (let index = 0; index < 21; index += 1)
        statuses.push((await ask(`2001:db8:0:7::${index + 1}`, `other${index}@acme.test`)).status)
      expect(statuses.filter((status) => status === 429)).toHaveLength(1)
      expect((await ask('2001:db8:0:8::1', 'other@acme.test')).status).toBe(200)
    })
  })

  it('says that an e-mail is unknown where the operator wants it', async () => {
    const open = await startAuth({ revealsUnknown: true })
    await open.seed({ name: 'Acme', users: [seedUser('ana@acme.test')] })
    const ask = async (email: string) => (await open.call('POST', `/forgetpassword/${email}`)).body
    expect(await ask('nobody@acme.test')).toEqual({ status: 404 })
    expect(await ask('ana@acme.test')).toEqual({ status: 200 })
  })
})
