import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { ContactListView, ScheduleView, TemplateView, TicketView } from '@balcao/contracts'
import { HOUR } from '@balcao/kernel'

import {
  startGraphServer,
  type GraphServer,
} from '../../messaging-gateway/src/adapters/whatsapp/graph-server'
import { findFaults } from './support/axe'
import { PHONE, signedIn, WIDE, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { until, type Call } from './support/company'
import { connectOfficialNumber } from './support/official-number'
import { findBubbles, logIn } from './support/ticket-screens'

const PICTURE = path.join(__dirname, '../../messaging-gateway/tests/fixtures/palette.png')
const NOTES = path.join(__dirname, '../../messaging-gateway/tests/fixtures/README.md')
const RITA = '5511944447777'
const BODY = 'Olá, {{1}}! O seu pedido {{2}} já saiu para entrega hoje de manhã.'

let desk: BrowserDesk
let graph: GraphServer
let call: Call
let connectionId: number
let phoneNumberId: string
let graphAccount: { businessAccountId: string }
let ticket: TicketView
let admin: Agent

/* The customer wrote so long ago, by the network's clock. */
const behind = { ms: 25 * HOUR }

const findTicket = (name: string) =>
  until(async () => {
    const { body } = await call<{ tickets: TicketView[] }>('get', `/tickets?showAll=true`)
    return body.tickets.find(({ contact }) => contact.name === name)
  }, 'the ticket')

/** Of the page on a phone and on a wide screen. */
async function expectNoFaults(): Promise<void> {
  for (const viewport of [PHONE, WIDE]) {
    await admin.page.setViewportSize(viewport)
    expect(await findFaults(admin.page)).toEqual([])
  }
}

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
    ;({
      phoneNumberId,
      connectionId,
      credentials: graphAccount,
    } = await connectOfficialNumber(graph, { url: desk.url, call }))
    graph.customer(RITA).name = 'Rita Lopes'
    graph.customerWrites(phoneNumberId, RITA, 'quando chega?')
    ticket = await findTicket('Rita Lopes')
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
    await form.getByRole('combobox', { name: 'Cabeçalho' }).click()
    await page.getByRole('option', { name: 'Título' }).click()
    await form.getByRole('textbox', { name: 'Título' }).fill('Loja do Bairro')
    await form.getByRole('textbox', { name: 'Texto', exact: false }).first().fill(BODY)
    await form.getByRole('textbox', { name: 'Exemplo de {{1}}' }).fill('Ana')
    await form.getByRole('textbox', { name: 'Exemplo de {{2}}' }).fill('77')
    await form.getByRole('button', { name: 'Adicionar botão' }).click()
    await form.getByRole('textbox', { name: 'Texto do botão 1' }).fill('Obrigada')
    await expectNoFaults()
    await form.getByRole('button', { name: 'Enviar para análise' }).click()
    await list.getByText('Em análise').waitFor()
    await expectNoFaults()
    graph.templates.decide(graph.templates.read('pedido_saiu'), 'APPROVED')
    await until(async () => {
      const { body } = await call<TemplateView[]>('get', `/whatsapp/${connectionId}/templates`)
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
    await expectNoFaults()
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const bubble = findBubbles(admin, 'Olá, Rita! O seu pedido 77 já saiu para entrega hoje de manhã.')
    await bubble.getByRole('img', { name: 'Recebida' }).waitFor()
    await bubble.getByText('Modelo').waitFor()
    expect(graph.inbox(RITA)).toHaveLength(1)
    expect(JSON.stringify(graph.inbox(RITA))).toContain('Olá, Rita! O seu pedido 77 já saiu')
    expect(admin.faults).toEqual([])
  })

  it('are edited, once a day while they are approved, and reviewed again', async () => {
    const { page } = admin
    await page.goto(`${desk.url}/connections`)
    await page.getByRole('button', { name: 'Modelos: Oficial' }).click()
    const list = page.getByRole('dialog', { name: 'Modelos: Oficial' })
    const form = page.getByRole('dialog', { name: 'Editar modelo' })
    const footer = form.getByRole('textbox', { name: 'Rodapé (opcional)' })
    const open = () => list.getByRole('button', { name: 'Editar: pedido_saiu (pt_BR)' }).click()
    await open()
    await form.getByText('pedido_saiu').waitFor()
    expect(await form.getByRole('textbox', { name: 'Nome' }).count()).toBe(0)
    expect(await form.getByRole('textbox', { name: 'Texto', exact: false }).first().inputValue()).toBe(BODY)
    expect(await form.getByRole('textbox', { name: 'Exemplo de {{2}}' }).inputValue()).toBe('77')
    await footer.fill('Loja do Bairro, todos os dias')
    const preview = form.getByRole('region', { name: 'Como o cliente vai ver' })
    await preview.getByText('Loja do Bairro, todos os dias').waitFor()
    await expectNoFaults()
    await form.getByRole('button', { name: 'Enviar para análise' }).click()
    await list.getByText('Em análise').waitFor()
    expect(await list.getByRole('button', { name: /^Editar/ }).count()).toBe(0)
    const template = graph.templates.read('pedido_saiu')
    expect(template.components).toContainEqual({ type: 'FOOTER', text: 'Loja do Bairro, todos os dias' })
    graph.templates.decide(template, 'APPROVED')
    // The screen follows the review by itself once it is opened again.
    await until(async () => {
      const { body } = await call<TemplateView[]>('get', `/whatsapp/${connectionId}/templates`)
      return body.find(({ canBeSent }) => canBeSent)
    }, 'the approval by the webhook')
    await list.getByRole('button', { name: 'Fechar' }).click()
    await page.getByRole('button', { name: 'Modelos: Oficial' }).click()
    await list.getByText('Aprovado', { exact: true }).waitFor()
    await expectNoFaults()
    await open()
    await footer.fill('')
    await form.getByRole('button', { name: 'Enviar para análise' }).click()
    await page.getByText('A Meta aceita uma edição de um modelo aprovado em 24 horas').waitFor()
    expect(template.status).toBe('APPROVED')
    await form.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Descartar' }).click()
    await list.waitFor()
    // The stories that follow send it without its last line.
    template.components = template.components.filter(({ type }) => type !== 'FOOTER')
    await list.getByRole('button', { name: 'Sincronizar' }).click()
    await page.getByText('Modelos sincronizados.').waitFor()
    expect(admin.faults).toEqual([])
  })

  it('are sent by a campaign, to one who never wrote too, filled in for each', async () => {
    const number = '5511955550101'
    const { body: list } = await call<ContactListView>('post', '/contact-lists', { name: 'Clientes VIP' })
    for (const [name, of] of [
      ['Rita Lopes', RITA],
      ['Marina Alves', number],
    ])
      await call('post', '/contact-list-items', { contactListId: list.id, name, number: of })
    // At any hour of the test's own day.
    await call('post', '/campaign-settings', { settings: { allowedHours: null, messageInterval: 0 } })
    const { page } = admin
    await page.goto(`${desk.url}/campaigns`)
    await page.getByRole('button', { name: 'Nova campanha' }).first().click()
    const editor = page.getByRole('dialog', { name: 'Nova Campanha' })
    await editor.getByLabel(/^Nome/).fill('Entregas')
    await editor.getByRole('combobox', { name: 'Lista de Contatos' }).click()
    await page.getByRole('option', { name: 'Clientes VIP' }).click()
    await editor.getByRole('combobox', { name: 'Conexão' }).click()
    await page.getByRole('option', { name: 'Oficial' }).click()
    await editor.getByRole('combobox', { name: 'Modelo' }).click()
    await page.getByRole('option', { name: /pedido_saiu/ }).click()
    const first = editor.getByRole('textbox', { name: 'Texto: variável 1' })
    expect(await first.inputValue()).toBe('{{firstName}}')
    await editor.getByRole('button', { name: 'Enviar agora' }).click()
    await editor.getByText('Preencha: a Meta recusa um valor em branco.').waitFor()
    await editor.getByRole('textbox', { name: 'Texto: variável 2' }).fill('de {nome}')
    await editor.getByText('O seu pedido de Maria Souza já saiu').waitFor()
    expect(await editor.getByRole('textbox', { name: 'Mensagem 1' }).count()).toBe(0)
    await expectNoFaults()
    await editor.getByRole('button', { name: 'Enviar agora' }).click()
    const review = page.getByRole('dialog', { name: 'Enviar agora?' })
    await review.getByText('Olá, Marina! O seu pedido de Marina Alves já saiu').waitFor()
    await expectNoFaults()
    await review.getByRole('button', { name: 'Enviar agora a 2 pessoas' }).click()
    await editor.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Entregas' }).click()
    await page.getByText('Status: Finalizada — 2 de 2 (100 %)').waitFor()
    const read = (customer: string) =>
      graph.inbox(customer).map(({ rendered }) => rendered?.replace('Loja do Bairro\n', ''))
    expect(read(number)).toEqual([
      'Olá, Marina! O seu pedido de Marina Alves já saiu para entrega hoje de manhã.',
    ])
    expect(read(RITA).at(-1)).toBe(
      'Olá, Rita! O seu pedido de Rita Lopes já saiu para entrega hoje de manhã.',
    )
    expect(admin.faults).toEqual([])
  })

  it('are sent by a schedule, by the number that has them', async () => {
    const { page } = admin
    await page.goto(`${desk.url}/schedules?view=agenda`)
    await page.getByRole('button', { name: 'Novo agendamento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Novo Agendamento' })
    await dialog.getByLabel(/^Contato/).fill('rita')
    await page.getByRole('option', { name: /Rita Lopes/ }).click()
    await dialog.getByRole('combobox', { name: 'Enviar como' }).click()
    await page.getByRole('option', { name: 'Modelo de Oficial' }).click()
    await dialog.getByRole('button', { name: 'Amanhã às 9:00' }).click()
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await dialog.getByText('Escolha um modelo').waitFor()
    await dialog.getByRole('combobox', { name: 'Modelo' }).fill('pedido')
    await page.getByRole('option', { name: /pedido_saiu/ }).click()
    await dialog.getByRole('textbox', { name: 'Texto: variável 2' }).fill('de {{name}}')
    await dialog.getByText('Olá, Rita! O seu pedido de Rita Lopes já saiu').waitFor()
    await expectNoFaults()
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('listitem').filter({ hasText: 'O seu pedido de {{name}} já saiu' }).waitFor()
    const before = graph.inbox(RITA).length
    const { schedules } = (await call<{ schedules: ScheduleView[] }>('get', '/schedules?searchParam=pedido'))
      .body
    await call('put', `/schedules/${schedules[0]?.id}`, { sendAt: new Date().toISOString() })
    await until(() => Promise.resolve(graph.inbox(RITA)[before]), 'the schedule')
    expect(graph.inbox(RITA)[before]?.rendered).toContain('O seu pedido de Rita Lopes já saiu')
    expect(admin.faults).toEqual([])
  })

  it('are sent with the picture of their header by an agent, a campaign and a schedule', async () => {
    const { page } = admin
    const { businessAccountId } = graphAccount
    const template = graph.templates.add('7000000000000001', businessAccountId, {
      name: 'vitrine_nova',
      language: 'pt_BR',
      category: 'MARKETING',
      components: [
        { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW'] } },
        { type: 'BODY', text: 'A vitrine nova está pronta: venha ver.' },
      ],
    })
    await call('post', `/whatsapp/${connectionId}/templates/sync`, {})
    await page.goto(`${desk.url}/tickets/${ticket.uuid}`)
    await page.locator('.composer-bar').getByRole('button', { name: 'Enviar modelo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enviar modelo' })
    await dialog.getByRole('combobox', { name: 'Modelo' }).fill('vitrine')
    await page.getByRole('option', { name: /vitrine_nova/ }).click()
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog.getByText('Obrigatório').waitFor()
    await dialog.locator('input[type=file]').setInputFiles(PICTURE)
    const preview = dialog.getByRole('region', { name: 'Como o cliente vai ver' })
    await preview.getByRole('img', { name: 'palette.png' }).waitFor()
    await expectNoFaults()
    const before = graph.inbox(RITA).length
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const bubble = findBubbles(admin, 'A vitrine nova está pronta: venha ver.')
    await bubble.getByRole('img', { name: 'Recebida' }).waitFor()
    await bubble.getByText('Modelo').waitFor()
    await bubble.locator('.image-box img').waitFor()
    await expectNoFaults()
    expect(graph.inbox(RITA).slice(before)).toMatchObject([
      {
        rendered: 'A vitrine nova está pronta: venha ver.',
        message: { template: { name: 'vitrine_nova', components: [{ type: 'header' }] } },
      },
    ])
    await page.goto(`${desk.url}/schedules?view=agenda`)
    await page.getByRole('button', { name: 'Novo agendamento' }).click()
    const schedule = page.getByRole('dialog', { name: 'Novo Agendamento' })
    await schedule.getByLabel(/^Contato/).fill('rita')
    await page.getByRole('option', { name: /Rita Lopes/ }).click()
    await schedule.getByRole('combobox', { name: 'Enviar como' }).click()
    await page.getByRole('option', { name: 'Modelo de Oficial' }).click()
    await schedule.getByRole('button', { name: 'Amanhã às 9:00' }).click()
    await schedule.getByRole('combobox', { name: 'Modelo' }).fill('vitrine')
    await page.getByRole('option', { name: /vitrine_nova/ }).click()
    await schedule.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await schedule.getByText('Obrigatório').waitFor()
    await schedule.locator('input[type=file]').setInputFiles(PICTURE)
    await schedule.getByRole('img', { name: 'palette.png' }).waitFor()
    await expectNoFaults()
    await schedule.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await schedule.waitFor({ state: 'detached' })
    const { schedules } = (await call<{ schedules: ScheduleView[] }>('get', '/schedules?searchParam=vitrine'))
      .body
    expect(schedules).toMatchObject([{ media: { name: 'palette.png' }, template: { fileFormat: 'IMAGE' } }])
    const scheduledFrom = graph.inbox(RITA).length
    await call('put', `/schedules/${schedules[0]?.id}`, { sendAt: new Date().toISOString() })
    await until(() => Promise.resolve(graph.inbox(RITA)[scheduledFrom]), 'the schedule')
    expect(graph.inbox(RITA)[scheduledFrom]).toMatchObject({
      message: { template: { name: 'vitrine_nova', components: [{ type: 'header' }] } },
    })

    await page.goto(`${desk.url}/campaigns`)
    await page.getByRole('button', { name: 'Nova campanha' }).first().click()
    const editor = page.getByRole('dialog', { name: 'Nova Campanha' })
    await editor.getByLabel(/^Nome/).fill('Vitrine')
    await editor.getByRole('combobox', { name: 'Lista de Contatos' }).click()
    await page.getByRole('option', { name: 'Clientes VIP' }).click()
    await editor.getByRole('combobox', { name: 'Conexão' }).click()
    await page.getByRole('option', { name: 'Oficial' }).click()
    await editor.getByRole('combobox', { name: 'Modelo' }).fill('vitrine')
    await page.getByRole('option', { name: /vitrine_nova/ }).click()
    await editor.getByRole('button', { name: 'Enviar agora' }).click()
    await editor.getByText('este modelo não sai sem ele').waitFor()
    await expectNoFaults()
    await editor.locator('input[type=file]').setInputFiles(PICTURE)
    await editor.getByRole('img', { name: 'palette.png' }).waitFor()
    await expectNoFaults()
    const campaignFrom = graph.inbox(RITA).length
    await editor.getByRole('button', { name: 'Enviar agora' }).click()
    const review = page.getByRole('dialog', { name: 'Enviar agora?' })
    await review.getByText('Arquivo: palette.png').waitFor()
    await expectNoFaults()
    await review.getByRole('button', { name: 'Enviar agora a 2 pessoas' }).click()
    await editor.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Vitrine' }).click()
    await page.getByText('Status: Finalizada — 2 de 2 (100 %)').waitFor()
    const listSent = (customer: string, from: number) =>
      graph
        .inbox(customer)
        .slice(from)
        .map(({ message }) => JSON.stringify(message))
    const [sent] = listSent(RITA, campaignFrom)
    expect(sent).toContain('vitrine_nova')
    // One upload for both.
    const toId = (text = '') => /"image":\{"id":"(\d+)"/.exec(text)?.[1]
    expect(toId(sent)).toBeDefined()
    expect(toId(listSent('5511955550101', 0).at(-1))).toBe(toId(sent))
    graph.network.templates.delete(template.id)
    await call('post', `/whatsapp/${connectionId}/templates/sync`, {})
    expect(admin.faults).toEqual([])
  })

  it('are made with a picture in their header, reviewed with its sample, sent, and edited with it again', async () => {
    const { page } = admin
    const text = 'A coleção nova chegou: venha ver.'
    const openList = async () => {
      await page.goto(`${desk.url}/connections`)
      await page.getByRole('button', { name: 'Modelos: Oficial' }).click()
    }
    await openList()
    const list = page.getByRole('dialog', { name: 'Modelos: Oficial' })
    await list.getByRole('button', { name: 'Novo modelo' }).click()
    const form = page.getByRole('dialog', { name: 'Novo modelo' })
    await form.getByRole('textbox', { name: 'Nome' }).fill('colecao_nova')
    await form.getByRole('textbox', { name: 'Texto', exact: false }).first().fill(text)
    await form.getByRole('combobox', { name: 'Cabeçalho' }).click()
    await page.getByRole('option', { name: 'Imagem' }).click()
    await form.getByRole('button', { name: 'Enviar para análise' }).click()
    await form.getByText('Obrigatório').waitFor()
    await form.locator('input[type=file]').setInputFiles(NOTES)
    await form.getByText(/^README\.md não serve/).waitFor()
    await expectNoFaults()
    await form.locator('input[type=file]').setInputFiles(PICTURE)
    const preview = form.getByRole('region', { name: 'Como o cliente vai ver' })
    await preview.getByRole('img', { name: 'palette.png' }).waitFor()
    await expectNoFaults()
    // Meta refuses the first try; what is written stays, and so does the file.
    graph.faults.next({ kind: 'refuse', status: 400, code: 100 }, { path: '/upload:' })
    await form.getByRole('button', { name: 'Enviar para análise' }).click()
    await form.getByText(/O cabeçalho precisa de um exemplo que a Meta aceite/).waitFor()
    await expectNoFaults()
    await form.getByRole('button', { name: 'Enviar para análise' }).click()
    const row = list.getByRole('listitem').filter({ hasText: 'colecao_nova' })
    await row.getByText('Em análise').waitFor()
    const template = graph.templates.read('colecao_nova')
    expect([...graph.network.samples.values()].at(-1)).toMatchObject({
      mimeType: 'image/png',
      content: readFileSync(PICTURE),
    })
    const approve = async () => {
      graph.templates.decide(template, 'APPROVED')
      await until(async () => {
        const { body } = await call<TemplateView[]>('get', `/whatsapp/${connectionId}/templates`)
        return body.find(({ name, canBeSent }) => canBeSent && name === 'colecao_nova')
      }, 'the approval by the webhook')
    }
    await approve()

    await page.goto(`${desk.url}/tickets/${ticket.uuid}`)
    await page.locator('.composer-bar').getByRole('button', { name: 'Enviar modelo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enviar modelo' })
    await dialog.getByRole('combobox', { name: 'Modelo' }).fill('colecao')
    await page.getByRole('option', { name: /colecao_nova/ }).click()
    await dialog.locator('input[type=file]').setInputFiles(PICTURE)
    const before = graph.inbox(RITA).length
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    const bubble = findBubbles(admin, text)
    await bubble.getByRole('img', { name: 'Recebida' }).waitFor()
    await bubble.locator('.image-box img').waitFor()
    expect(graph.inbox(RITA).slice(before)).toMatchObject([
      {
        rendered: text,
        message: { template: { name: 'colecao_nova', components: [{ type: 'header' }] } },
      },
    ])

    await openList()
    await list.getByRole('button', { name: 'Editar: colecao_nova (pt_BR)' }).click()
    const editor = page.getByRole('dialog', { name: 'Editar modelo' })
    await editor.getByText('A Meta pede o exemplo do cabeçalho em cada edição').waitFor()
    await editor.getByRole('textbox', { name: 'Rodapé (opcional)' }).fill('Loja do Bairro')
    await editor.locator('input[type=file]').setInputFiles(PICTURE)
    await editor.getByRole('img', { name: 'palette.png' }).waitFor()
    await expectNoFaults()
    await editor.getByRole('button', { name: 'Enviar para análise' }).click()
    await row.getByText('Em análise').waitFor()
    expect(template.components).toMatchObject([
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: [expect.stringMatching(/^https:/)] } },
      { type: 'BODY', text },
      { type: 'FOOTER', text: 'Loja do Bairro' },
    ])
    await approve()
    graph.network.templates.delete(template.id)
    await call('post', `/whatsapp/${connectionId}/templates/sync`, {})
    expect(admin.faults).toEqual([])
  })

  it('are sent to a customer who hides the number, whose answers come without it', async () => {
    const number = '5511933335555'
    const { page } = admin
    Object.assign(graph.customer(number), { name: 'Bia Prado', hidesNumber: true, username: '@bia' })
    graph.customerWrites(phoneNumberId, number, 'posso retirar na loja?')
    const { uuid, contact } = await findTicket('Bia Prado')
    expect(contact.number).toBe('')
    await page.goto(`${desk.url}/tickets/${uuid}`)
    await page.locator('.composer-bar').getByRole('button', { name: 'Aceitar' }).click()
    await page.getByRole('textbox', { name: 'Mensagem' }).fill('Pode, até as 18 h.')
    await page.keyboard.press('Enter')
    await findBubbles(admin, 'Pode, até as 18 h.').getByRole('img', { name: 'Recebida' }).waitFor()
    await page.keyboard.press('Alt+p')
    const dialog = page.getByRole('dialog', { name: 'Enviar modelo' })
    await dialog.getByRole('textbox', { name: 'Texto: variável 2' }).fill('81')
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await findBubbles(admin, 'Olá, Bia! O seu pedido 81 já saiu')
      .getByRole('img', { name: 'Recebida' })
      .waitFor()
    expect(graph.inbox(number).map(({ type }) => type)).toEqual(['text', 'template'])
    await page.getByRole('button', { name: 'Dados do contato' }).click()
    await page.getByText('Número oculto').waitFor()
    expect(await page.getByText(/bsuid|BR\.\d/).count()).toBe(0)
    await expectNoFaults()
    expect(admin.faults).toEqual([])
  })

  it('are not needed to ask for a hidden number, which the customer shares by a button', async () => {
    const number = '5511933337777'
    const { page } = admin
    Object.assign(graph.customer(number), { name: 'Duda Melo', hidesNumber: true, username: '@duda' })
    graph.customerWrites(phoneNumberId, number, 'vocês entregam?')
    const { uuid, contact } = await findTicket('Duda Melo')
    expect(contact.number).toBe('')
    await page.goto(`${desk.url}/tickets/${uuid}`)
    await page.locator('.composer-bar').getByRole('button', { name: 'Aceitar' }).click()
    await page.getByRole('textbox', { name: 'Mensagem' }).waitFor()
    const more = page.locator('.chat').getByRole('button', { name: 'Mais opções' }).first()
    await more.click()
    await expectNoFaults()
    await page.getByRole('menuitem', { name: 'Pedir o número' }).click()
    await findBubbles(admin, 'você pode compartilhar o seu número')
      .getByRole('img', { name: 'Recebida' })
      .waitFor()
    const asked = graph.inbox(number).at(-1)
    expect(asked).toMatchObject({ message: { interactive: { type: 'request_contact_info' } } })
    graph.customerSharesNumber(asked?.id ?? '')
    await until(async () => {
      const shown = await findTicket('Duda Melo')
      return shown.contact.number === number ? shown : undefined
    }, 'the number of the contact')
    await page.getByRole('button', { name: 'Dados do contato' }).click()
    await page.getByText('+55 (11) 93333-7777').first().waitFor()
    await more.click()
    await page.getByRole('menuitem', { name: 'Transferir' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Pedir o número' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(admin.faults).toEqual([])
  })

  it('follow a customer who takes another number, into the same ticket', async () => {
    const [former, present] = ['5511933336666', '5521944447777']
    const { page } = admin
    Object.assign(graph.customer(former), { name: 'Caio Reis' })
    graph.customerWrites(phoneNumberId, former, 'bom dia')
    const { uuid } = await findTicket('Caio Reis')
    await page.goto(`${desk.url}/tickets/${uuid}`)
    await page.locator('.composer-bar').getByRole('button', { name: 'Aceitar' }).click()
    await page.getByRole('textbox', { name: 'Mensagem' }).waitFor()
    graph.customerChangesNumber(former, present)
    const notice = page.getByText('Caio Reis mudou de número: +55 (11) 93333-6666 → +55 (21) 94444-7777, às')
    await notice.waitFor()
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      await notice.scrollIntoViewIfNeeded()
      await expectNoFaults()
    }
    graph.customerWrites(phoneNumberId, present, 'agora é este')
    await findBubbles(admin, 'agora é este').waitFor()
    await page.getByRole('textbox', { name: 'Mensagem' }).fill('anotado')
    await page.keyboard.press('Enter')
    await findBubbles(admin, 'anotado').getByRole('img', { name: 'Recebida' }).waitFor()
    expect(graph.inbox(former)).toEqual([])
    expect(graph.inbox(present).map(({ type }) => type)).toEqual(['text'])
    await page.getByRole('button', { name: 'Dados do contato' }).click()
    await page.locator('.contact-panel, aside').getByText('+55 (21) 94444-7777').first().waitFor()
    expect(admin.faults).toEqual([])
  })
})
