import { rm } from 'node:fs/promises'

import { freePort, startFakeSmtpServer, temporaryFolder, type FakeSmtpServer } from '@balcao/testkit'
import type { Browser } from 'playwright-core'

import { chromiumPath, launch, signedIn, WIDE } from './support/browser'
import { until } from './support/company'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* An agent who forgot her password gets a code by mail, over SMTP, and chooses a new one. */

const story = chromiumPath ? describe : describe.skip

const NEW_PASSWORD = 'Nove patos 9'

let dataDir: string
let desk: SpawnedDesk
let browser: Browser
let mailServer: FakeSmtpServer

beforeAll(async () => {
  if (!chromiumPath) return
  dataDir = await temporaryFolder('integrations')
  mailServer = await startFakeSmtpServer()
  desk = await spawnDesk({
    dataDir,
    port: await freePort(),
    env: {
      DEMO: 'minimal',
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '0',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Balcão <no-reply@desk.test>',
    },
  })
  browser = await launch()
}, 180_000)

afterAll(async () => {
  if (!chromiumPath) return
  await browser.close()
  await desk.stop()
  await mailServer.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/* Bodies are quoted-printable; the code itself is plain ASCII. */
const readCode = (): string | undefined => {
  const text = mailServer.received.map(({ data }) => data).join('\n')
  return /[0-9A-Z]{4}-[0-9A-Z]{4}(?=\s)/.exec(text)?.[0]
}

story('an agent who forgot her password', () => {
  it('gets a code by mail, chooses a new one and logs in with it', async () => {
    const context = await browser.newContext({ viewport: WIDE, locale: 'pt-BR' })
    const page = await context.newPage()
    await page.goto(`${desk.url}/login`)
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click()
    await page.getByLabel('E-mail').fill('ana@demo.local')
    await page.keyboard.press('Enter')
    await page.getByText('Email enviado com sucesso!').waitFor()
    const code = await until(async () => readCode(), 'the mail with the code')
    expect(mailServer.received[0]).toMatchObject({ from: 'no-reply@desk.test', to: ['ana@demo.local'] })
    await page.getByLabel('Código recebido por e-mail').fill('AAAA-AAAA')
    await page.getByLabel('Nova senha', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Confirme a nova senha', { exact: true }).fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('O código está errado').waitFor()
    await page.getByLabel('Código recebido por e-mail').fill(code.toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByText('Senha redefinida com sucesso.').waitFor()
    await page.waitForURL((address) => address.pathname === '/login')
    await context.close()
    const ana = await signedIn(browser, desk.url, 'ana@demo.local', WIDE, NEW_PASSWORD)
    expect(ana.faults).toEqual([])
    await ana.context.close()
  })
})
