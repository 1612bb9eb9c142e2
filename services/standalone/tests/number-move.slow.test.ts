import type { ConnectionView, MessagesPage, TicketView } from '@balcao/contracts'
import type { Page } from 'playwright-core'

import { DEMO_ACCOUNT } from '../../messaging-gateway/src/adapters/whatsapp/simulated-cloud'
import { findFaults } from './support/axe'
import { PHONE, signedIn, WIDE, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { until, type Call } from './support/company'
import {
  answer,
  findBubbles,
  findRow,
  accept,
  logIn,
  pendingInSales,
  showWaiting,
} from './support/ticket-screens'

const RITA = '5511944446666'

let desk: BrowserDesk
let call: Call
let admin: Agent
let ana: Agent
let phone: Page
let linked: ConnectionView

async function openPhone(): Promise<Page> {
  const context = await desk.browser.newContext({ viewport: WIDE, locale: 'pt-BR' })
  const page = await context.newPage()
  await page.goto(`${desk.url}/simulator?connection=${linked.id}`)
  await page.getByRole('textbox', { name: 'Número do cliente' }).fill(RITA)
  await page.getByRole('textbox', { name: 'Nome' }).fill('Rita Prado')
  await page.getByRole('button', { name: 'Nova conversa' }).click()
  return page
}

async function write(text: string): Promise<void> {
  await phone.getByRole('textbox', { name: 'Mensagem' }).fill(text)
  await phone.getByRole('button', { name: 'Enviar' }).click()
  await phone.locator('.sim-bubble--mine').filter({ hasText: text }).waitFor()
}

const shown = (text: string) => phone.locator('.sim-bubble').filter({ hasText: text })

const findTicket = async (): Promise<TicketView | undefined> => {
  const { body } = await call<{ tickets: TicketView[] }>('get', `/tickets?showAll=true&searchParam=${RITA}`)
  expect(body.tickets.length).toBeLessThan(2)
  return body.tickets[0]
}

startBrowserDesk('number-move', async (started) => {
  desk = started
  ;({ call } = await logIn(desk.url, 'super@demo.local'))
  const { body } = await call<ConnectionView[]>('get', '/whatsapp')
  linked = body.find(({ capabilities }) => capabilities.isSimulated)!
  phone = await openPhone()
  ana = await signedIn(desk.browser, desk.url, 'ana@demo.local', WIDE)
  admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
})

story('the number of the demo’s phone moves to the official API', () => {
  let ticketId = 0

  it('while a customer is served by the phone', async () => {
    expect(linked.number).toBe(DEMO_ACCOUNT.linkedNumber.digits)
    await write('oi, pelo celular')
    ticketId = (await pendingInSales(desk.url, RITA)).id
    await showWaiting(desk.url, ana)
    await findRow(ana, 'Rita Prado').waitFor()
    await accept(ana, 'Rita Prado')
    await answer(ana, 'bom dia, Rita!')
    await shown('bom dia, Rita!').waitFor()
    expect(await ana.page.getByText('Você pode responder até').count()).toBe(0)
  })

  it('after the administrator has read what changes, and entered the credentials by keyboard', async () => {
    const { page } = admin
    await page.goto(`${desk.url}/connections`)
    const open = page.getByRole('button', { name: `Mudar para a API oficial: ${linked.name}` })
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      await open.press('Enter')
      const changes = page.getByRole('dialog', { name: `Mudar ${linked.name} para a API oficial` })
      await changes.getByText('não há volta').waitFor()
      await changes.getByText('Mensagens enviadas não podem ser editadas.').waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await changes.waitFor({ state: 'detached' })
    }
    await open.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Mudar ${linked.name} para a API oficial` })
    await dialog.getByText('não há volta').waitFor()
    await dialog.getByRole('button', { name: 'Continuar' }).press('Enter')
    await dialog
      .locator(':focus')
      .and(dialog.getByLabel(/Identificação do número/))
      .waitFor()
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      expect(await findFaults(page)).toEqual([])
    }
    const { businessAccountId, appSecret, verifyToken, token, phoneNumberId, linkedNumber } = DEMO_ACCOUNT
    // First those of the account's other number.
    for (const text of [phoneNumberId, businessAccountId, token, appSecret, verifyToken]) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await dialog.getByRole('button', { name: 'Verificar e mudar' }).press('Enter')
    await dialog.getByText('Na Meta, este é outro número.').first().waitFor()
    await dialog.getByLabel(/Identificação do número/).fill(linkedNumber.phoneNumberId)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ hasText: linked.name })
    await row.getByText('API oficial do WhatsApp').waitFor()
    await row.getByText('Conectado').waitFor()
    expect(await open.count()).toBe(0)
    expect(admin.faults.filter((fault) => !fault.includes('409'))).toEqual([])
  })

  it('and the same ticket goes on, with the 24 hours in the open composer', async () => {
    await ana.page.getByText('Você pode responder até').waitFor()
    await write('oi, pela API oficial')
    await findBubbles(ana, 'oi, pela API oficial').waitFor()
    const bubble = await answer(ana, 'recebemos por aqui também')
    await shown('recebemos por aqui também').waitFor()
    await bubble.getByRole('img', { name: 'Lida' }).waitFor()
    // A later log-in of the same user has ended the first.
    ;({ call } = await logIn(desk.url, 'super@demo.local'))
    const ticket = await until(findTicket, 'the ticket')
    expect(ticket).toMatchObject({ id: ticketId, whatsappId: linked.id, status: 'open' })
    const { messages } = (await call<MessagesPage>('get', `/messages/${ticketId}?markAsRead=false`)).body
    expect(messages.map(({ body }) => body)).toEqual([
      'oi, pelo celular',
      expect.stringContaining('bom dia, Rita!'),
      'oi, pela API oficial',
      expect.stringContaining('recebemos por aqui também'),
    ])
    expect(ana.faults).toEqual([])
  })
})
