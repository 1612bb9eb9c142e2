import { freePort, startFakeSmtpServer, type FakeSmtpServer } from '@balcao/testkit'

import { checkMailLogin } from './check-mail-login'

describe('a log-in to the mail server without a mail', () => {
  let server: FakeSmtpServer
  beforeAll(async () => {
    server = await startFakeSmtpServer()
  })
  afterAll(() => server.stop())
  const check = (url: string) => checkMailLogin({ url, from: 'Balcão <no-reply@desk.test>' }, 2_000)

  it('is accepted with the right password, and sends nothing', async () => {
    expect(await check(server.url)).toEqual({ kind: 'accepted' })
    expect(server.received).toEqual([])
  })

  it('is refused with another', async () => {
    expect(await check(server.url.replace('s3cret', 'other'))).toEqual({
      kind: 'refused',
      code: 'EAUTH',
      answer: 535,
    })
  })

  it('is refused by a port where nobody listens', async () => {
    expect(await check(`smtp://desk:secret@127.0.0.1:${await freePort()}`)).toMatchObject({
      kind: 'refused',
      code: 'ESOCKET',
    })
  })
})
