import type { CloudAccountView, ConnectionView, TemplateView, TicketView } from '@balcao/contracts'
import { HOUR } from '@balcao/kernel'

import {
  startGraphServer,
  type GraphServer,
} from '../../messaging-gateway/src/adapters/whatsapp/graph-server'
import { findFaults } from './support/axe'
import { PHONE, signedIn, WIDE, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { until, type Call } from './support/company'
import { findBubbles, logIn } from './support/ticket-screens'

const RITA = '5511944447777'
const BODY = 'Olá, {{1}}! O seu pedido {{2}} já saiu para entrega hoje de manhã.'
const SECRET = 'the-secret-of-the-app'

let desk: BrowserDesk
let graph: GraphServer
let call: Call
let connection: ConnectionView
let ticket: TicketView
let admin: Agent

/* The customer wrote so long ago, by the network's clock. */
const behind = { ms: 25 * HOUR }

/** An official number at Meta and in the desk, connected. */
async function connectNumber(): Promise<{ phoneNumberId: string }> {
  const app = await graph.addApp({ secret: SECRET })
  const account = graph.addBusinessAccount()
  const number = graph.addPhoneNumber({ accountId: account.id, digits: '5511940000001' })
  const token = graph.addToken({ appId: app.id, accountIds: [account.id] })
  connection = (await call<ConnectionView>('post', '/whatsapp', { name: 'Oficial', provider: 'cloud' })).body
  const saved = await call<CloudAccountView>('put', `/whatsapp/${connection.id}/cloud-account`, {
    phoneNumberId: number.id,
    businessAccountId: account.id,
    token: token.value,
    appSecret: SECRET,
    verifyToken: 'verify-us',
  })
  expect(saved.status).toBe(200)
  graph.app(app.id).webhook = {
    url: `${desk.url}/webhooks/whatsapp`,
    verifyToken: 'verify-us',
    fields: 'all',
  }
  await until(async () => {
    const { body } = await call<ConnectionView>('get', `/whatsapp/${connection.id}`)
    return body.status === 'CONNECTED' ? body : undefined
  }, 'the official number')
  return { phoneNumberId: number.id }
}

const findTicket = () =>
  until(async () => {
    const { body } = await call<{ tickets: TicketView[] }>('get', `/tickets?showAll=true`)
    return body.tickets.find(({ contact }) => contact.number === RITA)
  }, 'the ticket')

beforeAll(async () => {
  graph = await startGraphServer({
    clock: { now: () => new Date(Date.now() - behind.ms) },
    settings: { templateReviewMs: undefined },
  })
})

afterAll(() => graph.stop())

startBrowserDesk(
  'templates',
  async (started) => {
    desk = started
    ;({ call } = await logIn(desk.url, 'super@demo.local'))
    const { phoneNumberId } = await connectNumber()
    graph.customer(RITA).name = 'Rita Lopes'
    graph.customerWrites(phoneNumberId, RITA, 'quando chega?')
    ticket = await findTicket()
    behind.ms = 0
    admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
  },
  { env: () => ({ WHATSAPP_GRAPH_URL: graph.url }) },
)

story('templates of an official number', () => {
  it('are made by an administrator, and sent where the window is closed, one keystroke away', async () => {
    const { page } = admin
    await page.goto(`${desk.url}/connections`)
    await page.getByRole('button', { name: 'Modelos: Oficial' }).click()
    const list = page.getByRole('dialog', { name: 'Modelos: Oficial' })
    await list.getByRole('button', { name: 'Novo modelo' }).click()
    const form = page.getByRole('dialog', { name: 'Novo modelo' })
    await form.getByRole('textbox', { name: 'Nome' }).fill('pedido_saiu')
    await form.getByRole('textbox', { name: 'Título (opcional)' }).fill('Loja do Bairro')
    await form.getByRole('textbox', { name: 'Texto', exact: false }).first().fill(BODY)
    await form.getByRole('textbox', { name: 'Exemplo de {{1}}' }).fill('Ana')
    await form.getByRole('textbox', { name: 'Exemplo de {{2}}' }).fill('77')
    await form.getByRole('button', { name: 'Adicionar botão' }).click()
    await form.getByRole('textbox', { name: 'Texto do botão 1' }).fill('Obrigada')
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      expect(await findFaults(page)).toEqual([])
    }
    await form.getByRole('button', { name: 'Enviar para análise' }).click()
    await list.getByText('Em análise').waitFor()
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      expect(await findFaults(page)).toEqual([])
    }
    graph.templates.decide(graph.templates.read('pedido_saiu'), 'APPROVED')
    await until(async () => {
      const { body } = await call<TemplateView[]>('get', `/whatsapp/${connection.id}/templates`)
      return body.find(({ canBeSent }) => canBeSent)
    }, 'the approval by the webhook')

    await list.getByRole('button', { name: 'Fechar' }).click()
    await page.goto(`${desk.url}/tickets/${ticket.uuid}`)
    await page.locator('.composer-bar').getByRole('button', { name: 'Aceitar' }).click()
    await page.getByText('O cliente não escreve há mais de 24 horas').waitFor()
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      await page.locator('.composer-bar').getByRole('button', { name: 'Enviar modelo' }).waitFor()
      expect(await findFaults(page)).toEqual([])
    }
    await page.keyboard.press('Alt+p')
    const dialog = page.getByRole('dialog', { name: 'Enviar modelo' })
    const name = dialog.getByRole('textbox', { name: 'Texto: variável 1' })
    await name.waitFor()
    expect(await name.inputValue()).toBe('Rita')
    await dialog.getByRole('textbox', { name: 'Texto: variável 2' }).fill('77')
    await dialog.getByText('Olá, Rita! O seu pedido 77 já saiu').waitFor()
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      expect(await findFaults(page)).toEqual([])
    }
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const bubble = findBubbles(admin, 'Olá, Rita! O seu pedido 77 já saiu para entrega hoje de manhã.')
    await bubble.getByRole('img', { name: 'Recebida' }).waitFor()
    await bubble.getByText('Modelo').waitFor()
    expect(graph.inbox(RITA)).toHaveLength(1)
    expect(JSON.stringify(graph.inbox(RITA))).toContain('Olá, Rita! O seu pedido 77 já saiu')
    expect(admin.faults).toEqual([])
  })
})
