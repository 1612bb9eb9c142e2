import { readFile } from 'node:fs/promises'

import type { MessageCostsView, TicketView } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'

import {
  startGraphServer,
  type GraphServer,
} from '../../messaging-gateway/src/adapters/whatsapp/graph-server'
import { findFaults, setTheme } from './support/axe'
import { PHONE, signedIn, WIDE, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { until, type Call } from './support/company'
import { connectOfficialNumber } from './support/official-number'
import { logIn } from './support/ticket-screens'

const RITA = '5511944447777'
const JOAO = '351912345678'
/** Set to a folder, the pages are kept there as pictures. */
const PICTURES = process.env.COSTS_PICTURES

let desk: BrowserDesk
let graph: GraphServer
let call: Call
let admin: Agent
let phoneNumberId: string

async function answerCustomer(number: string, texts: readonly string[]): Promise<void> {
  graph.customerWrites(phoneNumberId, number, 'quando chega?')
  const ticket = await until(async () => {
    const { body } = await call<{ tickets: TicketView[] }>('get', '/tickets?showAll=true')
    return body.tickets.find(({ contact }) => contact.number === number)
  }, 'the ticket')
  await call('put', `/tickets/${ticket.id}`, { status: 'open' })
  for (const body of texts) expect((await call('post', `/messages/${ticket.id}`, { body })).status).toBe(200)
}

const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10)

const countCharged = async (): Promise<number> => {
  const { body } = await call<MessageCostsView>(
    'get',
    `/dashboard/message-costs?initialDate=${day(-2)}&finalDate=${day(2)}`,
  )
  return body.totals.charged
}

/* The day may be another one in the company's zone than in the browser's. */
async function showLastDays(): Promise<void> {
  const { page } = admin
  await page.getByLabel('Tipo de Filtro').click()
  await page.getByRole('option', { name: 'Período' }).click()
  await page.getByRole('combobox', { name: 'Período' }).click()
  await page.getByRole('option', { name: 'Últimos 3 dias' }).click()
  await page.getByRole('button', { name: 'Filtrar' }).click()
}

/** Of the page on a phone and on a wide screen, light and dark. */
async function expectNoFaults(name: string): Promise<void> {
  const { page } = admin
  for (const viewport of [PHONE, WIDE]) {
    await page.setViewportSize(viewport)
    for (const theme of PICTURES ? ['dark', 'light'] : []) {
      await setTheme(page, theme)
      await page.screenshot({ path: `${PICTURES}/${name}-${viewport.width}-${theme}.png` })
    }
    expect(await findFaults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  }
}

beforeAll(async () => {
  graph = await startGraphServer({})
})

afterAll(() => graph.stop())

startBrowserDesk(
  'message-costs',
  async (started) => {
    desk = started
    ;({ call } = await logIn(desk.url, 'super@demo.local'))
    ;({ phoneNumberId } = await connectOfficialNumber(graph, { url: desk.url, call }))
    admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
    await admin.page.emulateMedia({ reducedMotion: 'reduce' })
  },
  { env: () => ({ WHATSAPP_GRAPH_URL: graph.url }) },
)

story('what official numbers cost', () => {
  it('is nothing before a message was delivered', async () => {
    const { page } = admin
    await page.goto(`${desk.url}/message-costs`)
    await page.getByText('Nenhuma mensagem no período').waitFor()
    await expectNoFaults('empty')
  })

  it('is counted as Meta says, and priced as the company says', async () => {
    await answerCustomer(RITA, ['sai hoje', 'às 14 h'])
    await answerCustomer(JOAO, ['já saiu'])
    await until(async () => ((await countCharged()) >= 3 ? true : undefined), 'three charged messages')
    const { page } = admin
    await page.reload()
    await showLastDays()
    await page.getByText('3 mensagens cobradas não têm preço informado').waitFor()
    await expectNoFaults('unpriced')

    await page.getByRole('button', { name: 'Informar preços' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preços' })
    const price = (row: number) => dialog.getByRole('textbox', { name: 'Preço', exact: true }).nth(row)
    await price(3).fill('caro')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Um valor como 0,0625').waitFor()
    await price(3).fill('0,04')
    await dialog.getByRole('button', { name: 'Adicionar preço' }).click()
    await dialog.getByRole('combobox', { name: 'Categoria' }).nth(4).click()
    await page.getByRole('option', { name: 'Atendimento' }).click()
    await dialog.getByRole('textbox', { name: 'Código do país' }).nth(4).fill('351')
    await price(4).fill('0,5')
    await expectNoFaults('prices')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })

    // Two to Brazil, one to Portugal.
    await page.locator('.stats').getByText('R$ 0,58').waitFor()
    await page.getByRole('combobox', { name: 'Ver por' }).click()
    await page.getByRole('option', { name: 'País' }).click()
    const table = page.getByRole('region', { name: 'Custos', exact: true })
    await table.getByRole('row', { name: /^Brasil \(\+55\) 2 0 0 R\$ 0,08/ }).waitFor()
    await table.getByRole('row', { name: /^Portugal \(\+351\) 1 0 0 R\$ 0,50/ }).waitFor()
    await table.getByRole('row', { name: /^Total 3 0 0 R\$ 0,58/ }).waitFor()
    await page.locator('.recharts-bar-rectangle path').first().waitFor()
    await expectNoFaults('report')
    expect(admin.faults).toEqual([])
  })

  it('is held against a budget, which warns on whatever page', async () => {
    const { page } = admin
    const budget = page.getByRole('region', { name: /^Orçamento de / })
    await budget.getByText('R$ 0,58 gastos, sem orçamento').waitFor()
    await budget.getByRole('button', { name: 'Definir orçamento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preços e orçamento' })
    const field = dialog.getByRole('textbox', { name: 'Orçamento por mês' })
    await field.fill('1.500')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Um valor como 1500 ou 1500,50').waitFor()
    await field.fill('0,70')
    await expectNoFaults('budget-form')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await budget.getByText('R$ 0,58 de R$ 0,70 (82 %)').waitFor()
    await budget.getByText('quase no fim').waitFor()
    await expectNoFaults('budget-warning')
    // Looked at once a minute; the page need not be open.
    await page.goto(`${desk.url}/contacts`)
    expect((await call('put', '/message-prices', { monthlyBudgetMicros: 500_000 })).status).toBe(200)
    const told = page.getByRole('listitem').filter({ hasText: 'R$ 0,50, acabou' })
    await told.getByRole('button', { name: 'Ver custos' }).click({ timeout: 90_000 })
    await budget.getByText('R$ 0,58 de R$ 0,50 (116 %)').waitFor()
    await budget.getByRole('alert').getByText('O orçamento do mês acabou').waitFor()
    await expectNoFaults('budget-spent')
    expect(admin.faults).toEqual([])
  })

  it('is downloaded for spreadsheets', async () => {
    const { page } = admin
    await showLastDays()
    await page.getByRole('combobox', { name: 'Ver por' }).click()
    await page.getByRole('option', { name: 'País' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^custos-do-whatsapp-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(lines).toEqual([
      '\uFEFFPaís;Cobradas;Gratuitas;Sem preço;Custo estimado (BRL)',
      'Brasil (+55);2;0;0;"0,08"',
      'Portugal (+351);1;0;0;"0,5"',
      'Total;3;0;0;"0,58"',
      '',
    ])
  })
})
