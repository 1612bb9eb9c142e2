import { startFakeSmtpServer, type FakeSmtpServer } from '@balcao/testkit'

import { createSmtpMailer } from './smtp-mailer'

const mail = {
  to: 'ana@example.test',
  subject: 'Redefinição de senha',
  text: 'Seu código: 7KQ2-M9XA\n.\nfim',
}

describe('a mail over SMTP', () => {
  let server: FakeSmtpServer
  beforeAll(async () => {
    server = await startFakeSmtpServer()
  })
  afterAll(() => server.stop())
  const build = (url = server.url) => createSmtpMailer({ url, from: 'Balcão <no-reply@desk.test>' })

  it('arrives with its sender, subject and text', async () => {
    await build().send(mail)
    expect(server.received).toHaveLength(1)
    const [{ from, to, data } = { from: '', to: [], data: '' }] = server.received
    expect({ from, to }).toEqual({ from: 'no-reply@desk.test', to: ['ana@example.test'] })
    expect(data).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(data).toContain('7KQ2-M9XA')
    expect(data).toMatch(/^\.$/m)
  })

  it('goes to one address only, whatever is written into it', async () => {
    server.received.length = 0
    await build()
      .send({ ...mail, to: 'ana@example.test>\r\nRCPT TO:<eva@evil.test' })
      .catch(() => undefined)
    expect(server.received.flatMap(({ to }) => to)).not.toContain('eva@evil.test')
  })

  it('that the server refuses is ERR_UNAVAILABLE, without the address', async () => {
    server.refuse('550 5.1.1 <ana@example.test> unknown')
    const sending = build().send(mail)
    await expect(sending).rejects.toMatchObject({
      code: 'ERR_UNAVAILABLE',
      detail: 'mail server: EENVELOPE 550',
    })
    expect(JSON.stringify(await sending.catch((error: unknown) => error))).not.toContain('ana@')
    server.refuse(undefined)
  })

  it.each([
    ['a wrong login', () => server.url.replace('s3cret', 'other')],
    ['a closed port', () => 'smtp://127.0.0.1:9'],
  ])('with %s is ERR_UNAVAILABLE', async (_name, url) => {
    await expect(build(url()).send(mail)).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  })
})
