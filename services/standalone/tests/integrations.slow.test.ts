import { rm } from 'node:fs/promises'

import type { CompanyPlanView, ConnectionView, PromptView, QueueView } from '@balcao/contracts'
import {
  freePort,
  startFakeAssistants,
  startFakeSmtpServer,
  temporaryFolder,
  type FakeAssistants,
  type FakeSmtpServer,
} from '@balcao/testkit'
import type { Browser, Page } from 'playwright-core'

import { findFaults } from './support/axe'
import { chromiumPath, launch, signedIn, WIDE, type Agent } from './support/browser'
import { createApiCall, until } from './support/company'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'
import { tellNumber } from './support/stories/number.story'
import { logIn } from './support/ticket-screens'

/*
 * An agent who forgot her password gets a code by mail, over SMTP, and chooses a new one. An administrator sets up a webhook and a
 * prompt, a queue that they answer, and a number with every field of its dialog.
 */

const story = chromiumPath ? describe : describe.skip

const NEW_PASSWORD = 'Nove patos 9'

let dataDir: string
let desk: SpawnedDesk
let browser: Browser
let mailServer: FakeSmtpServer
let services: FakeAssistants

beforeAll(async () => {
  if (!chromiumPath) return
  dataDir = await temporaryFolder('integrations')
  mailServer = await startFakeSmtpServer()
  services = await startFakeAssistants({ apiKey: 'sk-segredo' })
  desk = await spawnDesk({
    dataDir,
    port: await freePort(),
    env: {
      DEMO: 'minimal',
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '0',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Balcão <no-reply@desk.test>',
      OPENAI_URL: `${services.origin}/v1`,
      INTEGRATION_ORIGINS: services.origin,
    },
  })
  browser = await launch()
})

afterAll(async () => {
  if (!chromiumPath) return
  await browser.close()
  await desk.stop()
  await mailServer.stop()
  await services.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/* Bodies are quoted-printable; the code itself is plain ASCII. */
const readCode = (): string | undefined => {
  const text = mailServer.received.map(({ data }) => data).join('\n')
  return /[0-9A-Z]{4}-[0-9A-Z]{4}(?=\s)/.exec(text)?.[0]
}

story('an agent who forgot her password', () => {
  it('gets a code by mail, chooses a new one and logs in with it', async () => {
    const context = await browser.newContext({ viewport: WIDE, locale: 'pt-BR', serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(`${desk.url}/login`)
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click()
    // The page before has a field of this name, too.
    await page.getByRole('heading', { name: 'Redefinir senha' }).waitFor()
    await page.getByLabel('E-mail').fill('ana@demo.local')
    await page.keyboard.press('Enter')
    await page.getByLabel('Código recebido por e-mail').waitFor()
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

/* The codes that confirm e-mails, in the order of their mails. */
const readConfirmationCodes = (to: string): string[] =>
  mailServer.received
    .filter((mail) => mail.to.includes(to))
    .flatMap(({ data }) => /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}(?=\s)/.exec(data)?.[0] ?? [])

story('a new agent', () => {
  it('is invited by mail, and logs in once the e-mail is confirmed', async () => {
    const email = 'bia@mail.test'
    const admin = await signedIn(browser, desk.url, 'admin@demo.local', WIDE)
    await admin.page.goto(`${desk.url}/users`)
    await admin.page.getByRole('button', { name: 'Adicionar usuário' }).click()
    const dialog = admin.page.getByRole('dialog', { name: 'Adicionar usuário' })
    await dialog.getByLabel(/^Nome/).fill('Bia Lima')
    await dialog.getByLabel(/^E-mail/).fill(email)
    await dialog.getByLabel(/^Senha/).fill(NEW_PASSWORD)
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await admin.page.getByText(`Enviamos um código para ${email}`).waitFor()
    const row = admin.page.getByRole('row').filter({ hasText: 'Bia Lima' })
    await row.getByText('Não confirmado').waitFor()
    await row.getByRole('button', { name: 'Editar: Bia Lima' }).click()
    await admin.page.getByRole('button', { name: 'Enviar o código de novo' }).waitFor()
    expect(await findFaults(admin.page)).toEqual([])
    const code = await until(async () => readConfirmationCodes(email)[0], 'the mail with the code')
    const context = await browser.newContext({ viewport: WIDE, locale: 'pt-BR', serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(`${desk.url}/login`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('link', { name: 'Recebeu um código? Confirme seu e-mail' }).click()
    await page.getByRole('heading', { name: 'Confirmar e-mail' }).waitFor()
    expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(email)
    expect(await findFaults(page)).toEqual([])
    await page.getByLabel('Código recebido por e-mail').fill(code.toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByText('E-mail confirmado.').waitFor()
    await page.waitForURL((address) => address.pathname === '/login')
    await context.close()
    const bia = await signedIn(browser, desk.url, email, WIDE, NEW_PASSWORD)
    expect(bia.faults).toEqual([])
    await bia.context.close()
    await admin.context.close()
  })
})

story('a company that signs up', () => {
  it('begins once the code that was mailed to its owner is typed', async () => {
    const email = 'dona@padaria.test'
    const context = await browser.newContext({ viewport: WIDE, locale: 'pt-BR', serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(`${desk.url}/signup`)
    await page.getByLabel('Nome da empresa').fill('Padaria Sol')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Telefone com DDD').fill('11987654321')
    await page.getByLabel('Senha', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('radio').first().click()
    await page.getByRole('button', { name: 'Cadastrar' }).click()
    await page.getByRole('heading', { name: 'Confirmar e-mail' }).waitFor()
    const code = await until(async () => readConfirmationCodes(email)[0], 'the mail with the code')
    await page.getByLabel('Código recebido por e-mail').fill(code)
    await page.keyboard.press('Enter')
    await page.getByText('E-mail confirmado.').waitFor()
    await context.close()
    const owner = await signedIn(browser, desk.url, email, WIDE, NEW_PASSWORD)
    expect(owner.faults).toEqual([])
    await owner.context.close()
  })
})

const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

story('an administrator', () => {
  let admin: Agent
  beforeAll(async () => {
    admin = await signedIn(browser, desk.url, 'admin@demo.local', WIDE)
  })
  afterAll(() => admin.context.close())

  it('adds a webhook from the menu, and is told its secret once', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Integrações' }).click()
    await page.getByText('Nenhuma integração').waitFor()
    await page.getByRole('button', { name: 'Adicionar integração' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Adicionar integração' })
    await dialog.getByLabel('Tipo').click()
    await page.getByRole('option', { name: 'WebHooks' }).click()
    await dialog.getByLabel(/^Nome/).fill('Meu gancho')
    await dialog.getByLabel(/^URL/).fill('https://hooks.example.com/in')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    const secret = page.getByRole('dialog', { name: 'Segredo da assinatura' })
    expect(await secret.getByLabel('Segredo', { exact: true }).inputValue()).toMatch(/^[\w-]{43}$/)
    await page.keyboard.press('Escape')
    await findRow(page, 'Meu gancho').waitFor()
  })

  it('adds a prompt, which needs a queue and never shows its key', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Open.Ai' }).click()
    await page.getByRole('button', { name: 'Adicionar prompt' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Adicionar prompt' })
    await dialog.getByLabel(/^Nome/).fill('Atendente')
    await dialog.getByLabel('API Key').fill('sk-segredo')
    await dialog.getByLabel(/^Prompt/).fill('Você atende uma loja.')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await dialog.getByText('Informe o setor').waitFor()
    await dialog.getByLabel(/^Setor/).click()
    await page.getByRole('option', { name: 'Suporte' }).click()
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await findRow(page, 'Atendente').getByText('Suporte').waitFor()
    await page.getByRole('button', { name: 'Editar: Atendente' }).click()
    const edited = page.getByRole('dialog', { name: 'Editar prompt' })
    expect(await edited.getByLabel('API Key').inputValue()).toMatch(/^•+$/)
    await page.keyboard.press('Escape')
  })

  tellNumber(() => ({ url: desk.url, admin, model: services }))

  it('tries the API with a token, in text and with a file', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'API', exact: true }).click()
    const form = page.getByRole('form', { name: 'Teste de envio de texto' })
    await form.getByLabel(/^Token/).fill('nenhum')
    await form.getByLabel(/^Número/).fill('(11) 9555')
    await form.getByLabel(/^Mensagem/).fill('oi')
    await form.getByRole('button', { name: 'Enviar' }).click()
    await form.getByText('Somente dígitos').waitFor()
    await form.getByLabel(/^Número/).fill('5511955550101')
    await form.getByRole('button', { name: 'Enviar' }).click()
    await form.getByText('ERR_UNAUTHORIZED').waitFor()
    const media = page.getByRole('form', { name: 'Teste de envio de mídia' })
    await media.getByLabel(/^Token/).fill('nenhum')
    await media.getByLabel(/^Número/).fill('5511955550101')
    await media.getByRole('button', { name: 'Enviar' }).click()
    await media.getByRole('alert').waitFor()
    await media
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
    await media.getByRole('button', { name: 'Enviar' }).click()
    await media.getByText('ERR_UNAUTHORIZED').waitFor()
    await page.getByRole('link', { name: 'Integrações' }).waitFor()
  })

  it('sees what its plan allows the API, and what it has sent', async () => {
    const { page } = admin
    // Another user than the one in the browser, whose session a log-in would end.
    const { call: superUser } = await logIn(desk.url, 'super@demo.local')
    const [connection] = (await superUser<ConnectionView[]>('GET', '/whatsapp')).body
    const made = await superUser<{ token: string }>('POST', `/whatsapp/${connection?.id}/token`, {})
    const usage = page.getByRole('region', { name: 'Uso da API' })
    await usage.getByText('0 · sem limite').first().waitFor()
    const { plan } = (await superUser<CompanyPlanView>('GET', '/companies/listPlan/1')).body
    await superUser('PUT', `/plans/${plan.id}`, { apiMessagesPerDay: 1 })
    await usage.getByText('0 de 1').waitFor()
    const form = page.getByRole('form', { name: 'Teste de envio de texto' })
    await form.getByLabel(/^Token/).fill(made.body.token)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await usage.getByText('1 de 1').waitFor()
    await form.getByRole('button', { name: 'Enviar' }).click()
    await form.getByText('ERR_TOO_MANY_REQUESTS').waitFor()
    await superUser('PUT', `/plans/${plan.id}`, { apiMessagesPerDay: 0 })
    await usage.getByText('1 · sem limite').first().waitFor()
  })

  it('names a webhook of delivery, is told its secret once, and deletes it', async () => {
    const { page } = admin
    const section = page.getByRole('region', { name: 'Webhooks de entrega' })
    await section.getByText('Nenhum webhook nesta conexão.').waitFor()
    await section.getByLabel(/^URL do webhook/).fill('http://10.0.0.1/status')
    await section.getByRole('button', { name: 'Adicionar webhook' }).click()
    await page.getByText('Este endereço não é permitido.').waitFor()
    await section.getByLabel(/^URL do webhook/).fill('https://hooks.example.com/status')
    await section.getByRole('button', { name: 'Adicionar webhook' }).click()
    const secret = page.getByRole('dialog', { name: 'Segredo da assinatura' })
    expect(await secret.getByLabel('Segredo', { exact: true }).inputValue()).toMatch(/^[0-9a-f]{64}$/)
    await secret.getByRole('button', { name: 'Fechar' }).click()
    await secret.waitFor({ state: 'detached' })
    await section.getByText('0 aguardando · 0 com falha').waitFor()
    await section.getByRole('button', { name: 'Excluir: https://hooks.example.com/status' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button').last().click()
    await section.getByText('Nenhum webhook nesta conexão.').waitFor()
  })

  it('hands a queue to the webhook; deleting it takes it off', async () => {
    const { page } = admin
    await page.goto(`${desk.url}/queues`)
    await page.getByRole('button', { name: 'Editar: Vendas' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Integração').click()
    await page.getByRole('option', { name: 'Meu gancho' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${desk.url}/queue-integration`)
    await page.getByRole('button', { name: 'Excluir: Meu gancho' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button').last().click()
    await page.getByText('Nenhuma integração').waitFor()
    await page.goto(`${desk.url}/queues`)
    await page.getByRole('button', { name: 'Editar: Vendas' }).click()
    await page.getByRole('dialog').getByLabel('Integração').waitFor()
    expect(await page.getByRole('dialog').getByText('Meu gancho').count()).toBe(0)
    expect(admin.faults).toEqual([])
  })

  it('asks a prompt and a webhook again about messages that they did not answer', async () => {
    const { page } = admin
    const { call: superUser } = await logIn(desk.url, 'super@demo.local')
    const [connection] = (await superUser<ConnectionView[]>('GET', '/whatsapp')).body
    const [vendas] = (await superUser<QueueView[]>('GET', '/queue')).body
    const [prompt] = (await superUser<{ prompts: PromptView[] }>('GET', '/prompt')).body.prompts
    const put = async (path: string, body: object) =>
      expect((await superUser('PUT', path, body)).status).toBeLessThan(300)
    const write = (number: string, name: string, body: string) =>
      createApiCall(desk.url)('POST', '/simulator/inbound', {
        messages: [{ connection: connection?.id, number, name, body }],
      })
    services.fail(401)
    await put(`/whatsapp/${connection?.id}`, { promptId: prompt?.id })
    await write('5511955550301', 'Helena', 'vocês abrem hoje?')
    await page.goto(`${desk.url}/prompts`)
    await page.getByRole('button', { name: '1 falha' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mensagens sem resposta' })
    await dialog.getByText('Atendente · HTTP 401').waitFor()
    expect(await findFaults(page)).toEqual([])
    services.fail(undefined)
    services.say('Abrimos às 8.')
    await dialog.getByRole('button', { name: 'Tentar de novo: Helena' }).click()
    await page.getByText('1 mensagem será respondida.').waitFor()
    await dialog.getByText('Nenhuma mensagem sem resposta.').waitFor()
    await dialog.getByRole('button', { name: 'Fechar' }).click()
    await until(async () => {
      const path = `/simulator/messages?connection=${connection?.id}&number=5511955550301`
      const { body } = await createApiCall(desk.url)('GET', path)
      return JSON.stringify(body).includes('Abrimos às 8.') || undefined
    }, 'the answer on the phone')

    const hook = { type: 'webhook', name: 'Falho', urlN8N: `${services.origin}/hook` }
    const made = (await superUser<{ id: number }>('POST', '/queueIntegration', hook)).body
    await put(`/queue/${vendas?.id}`, { integrationId: made.id, promptId: null })
    await put(`/whatsapp/${connection?.id}`, { promptId: null, queueIds: [vendas?.id] })
    services.fail(410)
    await write('5511955550302', 'Otávio', 'segunda via')
    await page.goto(`${desk.url}/queue-integration`)
    await page.getByRole('button', { name: '1 falha' }).click()
    await dialog.getByText('Falho · HTTP 410').waitFor()
    services.fail(undefined)
    await dialog.getByRole('button', { name: 'Tentar todas de novo' }).click()
    await dialog.getByText('Nenhuma mensagem sem resposta.').waitFor()
    const told = () =>
      services.calls.filter(({ path, body }) => path === '/hook' && body.includes('segunda via'))
    await until(async () => told().length === 2 || undefined, 'the webhook is told again')
    expect(admin.faults).toEqual([])
  })
})
