import { rm } from 'node:fs/promises'
import path from 'node:path'

import { freePort, temporaryFolder } from '@balcao/testkit'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'

import { startFakeWhatsApp, type FakeWhatsApp } from '../../messaging-gateway/tests/fake-whatsapp'
import { SoftPasskey } from '../../messaging-gateway/tests/fake-whatsapp/passkey'
import { findFaults } from './support/axe'
import {
  chromiumPath,
  launch,
  launchWithExtension,
  PHONE,
  signedIn,
  WIDE,
  type Agent,
} from './support/browser'
import { addPhone, findConnection, readQrOnScreen, showConnections } from './support/connection-screens'
import { deskSql } from './support/desk-database'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/*
 * Numbers whose account asks for a passkey: a browser with an authenticator answers, against a network that verifies the
 * assertion. WhatsApp's own page is a blank one of its origin.
 */

const inBrowser = chromiumPath ? describe : describe.skip

let dataDir: string
let port: number
let wa: FakeWhatsApp
let desk: SpawnedDesk
let browser: Browser

beforeAll(async () => {
  if (!chromiumPath) return
  wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small', requiresPasskey: true } })
  dataDir = await temporaryFolder('passkey')
  port = await freePort()
  desk = await spawnDesk({
    dataDir,
    port,
    env: {
      DEMO: 'minimal',
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '0',
      WHATSAPP_WEB_URL: wa.url,
      WHATSAPP_WEB_CLIENT_URL: wa.webClientUrl,
      WHATSAPP_ROOT_KEY: wa.rootKey,
      WHATSAPP_MEDIA_URL: wa.mediaUrl,
    },
  })
  browser = await launch()
})

afterAll(async () => {
  if (!chromiumPath) return
  await browser.close()
  await desk.stop()
  await wa.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A passkey in the authenticator of this page's browser, as WebAuthn's automation has it (W3C Web Authentication, 11). */
async function enrol(page: Page, passkey: SoftPasskey): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: passkey.credentialId.toString('base64'),
      isResidentCredential: true,
      rpId: passkey.enrolled.rpId,
      privateKey: passkey.keys.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      userHandle: Buffer.from('ana').toString('base64'),
      signCount: 1,
    },
  })
}

/** WhatsApp's page in this browser, with the passkey available. */
async function openWhatsAppWeb(context: BrowserContext, passkey: SoftPasskey, hash = ''): Promise<Page> {
  await context.route('https://web.whatsapp.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="pt-BR"><title>WhatsApp Web</title><main><h1>WhatsApp</h1></main></html>',
    }),
  )
  const page = await context.newPage()
  await page.goto(`https://web.whatsapp.com/${hash}`)
  await enrol(page, passkey)
  return page
}

/** Creates a number of an account with this passkey and opens the dialog that asks for it. */
async function scanned(agent: Agent, url: string, number: string, passkey: SoftPasskey) {
  const account = wa.account(number)
  account.passkey = passkey.enrolled
  await showConnections(url, agent)
  await addPhone(agent, number)
  const linked = account.scan(await readQrOnScreen(agent))
  // Callers that await `linked` get its outcome; without this handler an early rejection would be unhandled.
  linked.catch(() => undefined)
  const dialog = agent.page.getByRole('dialog', { name: /chave de acesso/i })
  await dialog.waitFor()
  return { dialog, linked }
}

const isConnected = (agent: Agent, name: string): Promise<void> =>
  findConnection(agent, name).filter({ hasText: 'Conectado' }).waitFor()

const paste = async (dialog: Locator, answer: string) => {
  await dialog.getByLabel('Resposta da página do WhatsApp').fill(answer)
  await dialog.getByRole('button', { name: 'Conectar', exact: true }).click()
}

inBrowser.each([
  ['a desk of 1440 px', WIDE, '5511940000001'],
  ['a phone of 390 px', PHONE, '5511940000002'],
] as const)('a number that asks for a passkey, on %s', (_name, viewport, number) => {
  it('is linked by the snippet that a person runs on WhatsApp’s page', async () => {
    const agent = await signedIn(browser, desk.url, 'super@demo.local', viewport)
    const { context, page } = agent
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const passkey = new SoftPasskey()
    const { dialog, linked } = await scanned(agent, desk.url, number, passkey)
    expect(await findFaults(page)).toEqual([])
    await dialog.getByText('Sem a extensão', { exact: true }).click()
    expect(await findFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Copiar código' }).click()
    const snippet = await page.evaluate<string>('navigator.clipboard.readText()')
    await paste(dialog, 'não é nada')
    await dialog.locator('.Mui-error').first().waitFor()
    const whatsApp = await openWhatsAppWeb(context, passkey)
    await whatsApp.evaluate(snippet)
    const answer = await whatsApp.locator('#balcao-passkey').inputValue()
    await whatsApp.close()
    await paste(dialog, answer)
    await linked
    await isConnected(agent, number)
    expect([wa.ledger.passkeyFaults, agent.faults]).toEqual([[], []])
    await context.close()
  })
})

const EXTENSION = path.join(__dirname, '../../../integrations/passkey-extension')

inBrowser.each([
  ['light', '5511940000011'],
  ['dark', '5511940000012'],
] as const)('a number that asks for a passkey, with the extension in %s colours', (colorScheme, number) => {
  let context: BrowserContext
  beforeAll(async () => {
    context = await launchWithExtension(EXTENSION, { viewport: PHONE, locale: 'pt-BR', colorScheme })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterAll(() => context.close())

  it('is linked by keyboard alone, by what the extension asks for', async () => {
    const agent = await signedIn(browser, desk.url, 'super@demo.local', WIDE)
    const passkey = new SoftPasskey()
    const { dialog, linked } = await scanned(agent, desk.url, number, passkey)
    expect((await agent.page.request.get(`${desk.url}/passkey-extension.zip`)).status()).toBe(200)
    const href = await dialog.getByRole('link', { name: 'web.whatsapp.com' }).first().getAttribute('href')
    const { hash } = new URL(href ?? '')

    const whatsApp = await openWhatsAppWeb(context, passkey, hash)
    const panel = whatsApp.getByRole('dialog')
    await panel.getByText(`127.0.0.1:${port}`).waitFor()
    expect(await findFaults(whatsApp)).toEqual([])
    expect(new URL(whatsApp.url()).hash).toBe('')
    await whatsApp.keyboard.press('Enter')
    await panel.getByRole('textbox').waitFor()
    expect(await findFaults(whatsApp)).toEqual([])
    await whatsApp.keyboard.press('Enter')
    await panel.getByRole('button', { name: /^(Copiada|Copied)$/ }).waitFor()
    const answer = await whatsApp.evaluate<string>('navigator.clipboard.readText()')
    expect(answer).toBe(await panel.getByRole('textbox').inputValue())
    await whatsApp.reload()
    expect(await panel.count()).toBe(0)
    await whatsApp.close()

    await paste(dialog, answer)
    await linked
    await isConnected(agent, number)
    expect([wa.ledger.passkeyFaults, agent.faults]).toEqual([[], []])
    await agent.context.close()
  })

  it('does nothing on a page that no desk opened, and says when the browser has no passkey', async () => {
    const page = await openWhatsAppWeb(context, new SoftPasskey(), '#balcao-passkey=nada')
    await page.getByRole('heading', { name: 'WhatsApp' }).waitFor()
    expect(await page.locator('#balcao-passkey').count()).toBe(0)
    await page.close()
    const options = { challenge: 'AAAA', timeout: 1_000, rpId: 'another.example', allowCredentials: [] }
    const asked = new URLSearchParams({ 'balcao-passkey': JSON.stringify({ desk: desk.url, options }) })
    const refused = await openWhatsAppWeb(context, new SoftPasskey(), `#${asked}`)
    await refused.getByRole('dialog').getByRole('button').first().click()
    await refused.getByRole('alert').filter({ hasText: /./ }).waitFor()
    expect(await findFaults(refused)).toEqual([])
    await refused.keyboard.press('Tab')
    await refused.keyboard.press('Enter')
    await refused.locator('#balcao-passkey').waitFor({ state: 'detached' })
    await refused.close()
  })
})

/* The connections page of numbers with problems, as administrators see it. */
async function givesTrouble(name: string): Promise<void> {
  const sql = deskSql(dataDir)
  const of = `SELECT company_id, id FROM messaging_gateway.connections WHERE name = '${name}'`
  for (const kind of ['not-recorded', 'pre-keys'])
    await sql(`INSERT INTO messaging_gateway.session_troubles (company_id, connection_id, kind, happened_at)
      SELECT company_id, id, '${kind}', now() FROM (${of}) c`)
  for (const reason of ['lost', 'lost', 'bad-session'])
    await sql(`INSERT INTO messaging_gateway.session_ends (company_id, connection_id, reason, ended_at)
      SELECT company_id, id, '${reason}', now() FROM (${of}) c`)
  await sql(`INSERT INTO messaging_gateway.lanes (company_id, connection_id, paused_until, strikes, failure, failed_at)
    SELECT company_id, id, now() + interval '1 hour', 1, 'ERR_SENDING_WAPP_MSG', now() FROM (${of}) c
    ON CONFLICT (company_id, connection_id) DO UPDATE SET paused_until = excluded.paused_until, strikes = 1,
      failure = excluded.failure, failed_at = excluded.failed_at`)
}

inBrowser.each([
  ['a desk of 1440 px', WIDE],
  ['a phone of 390 px', PHONE],
] as const)('a number in trouble, on %s', (_name, viewport) => {
  it('shows its health and its send queue without a fault', async () => {
    await givesTrouble('5511940000001')
    const agent = await signedIn(browser, desk.url, 'super@demo.local', viewport)
    const { page } = agent
    await showConnections(desk.url, agent)
    for (const [button, shown] of [
      ['Saúde: 5511940000001', 'Última mensagem recebida'],
      ['Fila de envio: 5511940000001', 'Mensagens aguardando envio'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('dialog').getByText(shown).waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.locator('.MuiModal-root').first().waitFor({ state: 'detached' })
    }
    expect(agent.faults).toEqual([])
    await agent.context.close()
  })
})

inBrowser('a page of the passkey’s own site', () => {
  it('asks the browser itself', async () => {
    const url = `http://localhost:${port}`
    const agent = await signedIn(browser, url, 'super@demo.local', WIDE)
    const passkey = new SoftPasskey('localhost', url)
    await enrol(agent.page, passkey)
    const { dialog, linked } = await scanned(agent, url, '5511940000003', passkey)
    expect(await findFaults(agent.page)).toEqual([])
    await dialog.getByRole('button', { name: 'Usar chave de acesso' }).click()
    await linked
    await isConnected(agent, '5511940000003')
    expect([wa.ledger.passkeyFaults, agent.faults]).toEqual([[], []])
    await agent.context.close()
  })
})
