import type { Page } from 'playwright-core'

import { signedIn, WIDE, typeDate, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { until } from './support/company'

/* An administrator and an agent plan on the demo's desk: cards of the kanban, schedules, help videos, tasks. */

let desk: BrowserDesk
let admin: Agent
let ana: Agent

startBrowserDesk(
  'planning',
  async (started) => {
    desk = started
    admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
    ana = await signedIn(desk.browser, desk.url, 'ana@demo.local', WIDE)
  },
  { demo: 'full' },
)

const openPage = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

story('a card of the kanban', () => {
  const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const card = (page: Page, laneName: string, contact: string) =>
    lane(page, laneName).getByRole('article').filter({ hasText: contact })

  it('is dragged to another lane; a colleague sees it there', async () => {
    await openPage(admin.page, 'Kanban')
    await openPage(ana.page, 'Kanban')
    const helena = card(admin.page, 'Em aberto', 'Helena Castro')
    await card(ana.page, 'Em aberto', 'Helena Castro').waitFor()
    await card(admin.page, 'Retorno', 'Condomínio Ipê').waitFor()
    await helena.dragTo(lane(admin.page, 'Orçamento'))
    await admin.page.getByText('Ticket Tag Adicionado com Sucesso!').waitFor()
    for (const { page } of [admin, ana]) {
      await card(page, 'Orçamento', 'Helena Castro').waitFor()
      await card(page, 'Em aberto', 'Helena Castro').waitFor({ state: 'detached' })
    }
    await lane(ana.page, 'Orçamento').locator('header').getByText('2', { exact: true }).waitFor()
  })

  it('is moved by keys: M and the digit of a lane', async () => {
    const { page } = ana
    await card(page, 'Orçamento', 'Helena Castro').getByRole('link').focus()
    await page.keyboard.press('m')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('2')
    await page.getByText('Ticket de Helena Castro movido para Retorno').waitFor({ state: 'attached' })
    await card(admin.page, 'Retorno', 'Helena Castro').waitFor()
    await card(page, 'Retorno', 'Helena Castro').getByRole('link').focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: 'Em aberto' }).click()
    await page.getByText('Ticket Tag Removido!').waitFor()
    await card(admin.page, 'Em aberto', 'Helena Castro').getByText('VIP').waitFor()
  })

  it('is not shown to an agent of another queue, and found by its words', async () => {
    expect(await card(ana.page, 'Retorno', 'Dra. Paula Nunes').count()).toBe(0)
    expect(await card(admin.page, 'Retorno', 'Dra. Paula Nunes').count()).toBe(1)
    await admin.page.getByRole('searchbox', { name: 'Pesquisar…' }).fill('ateliê')
    await card(admin.page, 'Em aberto', 'Helena Castro').waitFor({ state: 'detached' })
    await card(admin.page, 'Orçamento', 'Ateliê Lume').waitFor()
    await admin.page.getByRole('button', { name: 'Limpar busca' }).click()
    await card(admin.page, 'Em aberto', 'Helena Castro').waitFor()
  })

  it('is shown with those of its agent, chosen by keys', async () => {
    const { page } = admin
    await card(page, 'Retorno', 'Dra. Paula Nunes').waitFor()
    await page.getByRole('combobox', { name: 'Atendente' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('b')
    await page.keyboard.press('Enter')
    await card(page, 'Em aberto', 'Helena Castro').waitFor({ state: 'detached' })
    await card(page, 'Retorno', 'Dra. Paula Nunes').waitFor()
    await page.getByRole('combobox', { name: 'Atendente' }).click()
    await page.getByRole('option', { name: 'Todos os atendentes' }).click()
    await card(page, 'Em aberto', 'Helena Castro').waitFor()
  })

  it('opens its ticket', async () => {
    await card(ana.page, 'Orçamento', 'Ateliê Lume').getByRole('link').click()
    await ana.page.getByRole('heading', { name: 'Conversa com Ateliê Lume' }).waitFor({ state: 'attached' })
    expect([...admin.faults, ...ana.faults]).toEqual([])
  })
})

story('a schedule', () => {
  const rows = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

  it('is made by an agent, not in the past, with a quick pick and a file; the administrator sees it', async () => {
    const { page } = ana
    for (const agent of [admin, ana]) {
      await openPage(agent.page, 'Agendamentos')
      await agent.page.getByRole('button', { name: 'Agenda', exact: true }).click()
      await rows(agent.page, 'Helena Castro').waitFor()
    }
    await page.getByRole('button', { name: 'Novo agendamento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Novo Agendamento' })
    await dialog.getByLabel(/^Contato/).fill('padar')
    await page.getByRole('option', { name: /Padaria Estrela/ }).click()
    await dialog.getByLabel(/^Mensagem/).fill('Olá, ')
    await dialog.getByRole('button', { name: 'Primeiro Nome' }).click()
    await typeDate(dialog, /^Data e hora/, '010120200900')
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await dialog.getByText('Escolha um horário que ainda não passou.').waitFor()
    await dialog.getByRole('button', { name: 'Amanhã às 9:00' }).click()
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'tabela.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('tabela de preços'),
    })
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await rows(page, 'Padaria Estrela').getByText('Olá, {{firstName}}').waitFor()
    await rows(admin.page, 'Padaria Estrela').getByText('09:00').waitFor()
  })

  it('is changed by the administrator, in month, week and day; the agent sees it', async () => {
    const { page } = admin
    const dialog = page.getByRole('dialog', { name: 'Editar Agendamento' })
    // The file is uploaded after the schedule is made: the list of this page has it a moment later.
    await until(async () => {
      await rows(page, 'Padaria Estrela').getByRole('button').click()
      await dialog.waitFor()
      if (await dialog.getByText('tabela.txt').isVisible()) return true
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await dialog.waitFor({ state: 'detached' })
      return undefined
    }, 'the file of the schedule')
    await dialog.getByLabel(/^Mensagem/).fill('Bom dia, padaria')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await rows(ana.page, 'Padaria Estrela').getByText('Bom dia, padaria').waitFor()
    // Of São Paulo, as the browsers have it.
    const tomorrow = new Date(Date.now() + 21 * 3_600_000).toISOString().slice(0, 10)
    for (const view of ['month', 'week', 'day']) {
      await page.goto(`${desk.url}/schedules?view=${view}&date=${tomorrow}`)
      await page.getByRole('button', { name: '09:00, Padaria Estrela, Pendente: Bom dia, padaria' }).waitFor()
    }
  })

  it('is found by its words and its agent, and deleted', async () => {
    const { page } = ana
    await page.getByRole('searchbox', { name: 'Pesquisar…' }).fill('padaria')
    await rows(page, 'Helena Castro').waitFor({ state: 'detached' })
    await rows(page, 'Padaria Estrela').getByRole('button').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await page.getByText('Nenhum agendamento com “padaria” no período.').waitFor()
    await admin.page.getByRole('button', { name: /Padaria Estrela/ }).waitFor({ state: 'detached' })
  })

  it('of a contact begins with its dialog', async () => {
    await ana.page.goto(`${desk.url}/schedules?contactId=1`)
    const dialog = ana.page.getByRole('dialog', { name: 'Novo Agendamento' })
    expect(await dialog.getByLabel(/^Contato/).inputValue()).not.toBe('')
    await ana.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(ana.page.url()).not.toContain('contactId')
    expect([...admin.faults, ...ana.faults]).toEqual([])
  })
})

story('a help video', () => {
  it('is made by a super user in the settings, from an address', async () => {
    const { page, context, faults } = await signedIn(desk.browser, desk.url, 'super@demo.local', WIDE)
    await openPage(page, 'Configurações')
    await page.getByRole('tab', { name: 'Ajuda' }).click()
    await page.getByLabel(/^Título/).fill('Como agendar')
    await page.getByLabel(/^Código do Vídeo/).fill('https://youtu.be/aqz-KE-bpKQ?t=3')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('row').filter({ hasText: 'Como agendar' }).getByText('aqz-KE-bpKQ').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  it('is played on request only, and closed with Escape', async () => {
    const { page } = ana
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).hostname))
    await openPage(page, 'Ajuda')
    await page.getByRole('heading', { name: 'Central de Ajuda (4)' }).waitFor()
    expect(asked.filter((host) => /youtube|ytimg|google/.test(host))).toEqual([])
    await page.getByRole('button', { name: 'Assistir Como agendar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Como agendar' })
    expect(await dialog.locator('iframe').getAttribute('src')).toBe(
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1',
    )
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByRole('tab', { name: 'Ajuda' }).count()).toBe(0)
    expect(ana.faults).toEqual([])
  })
})

story('a task', () => {
  it('is written, changed and deleted with keys; another tab sees it at once', async () => {
    const { page, context } = ana
    const other = await context.newPage()
    await other.goto(`${desk.url}/todolist`)
    await other.getByText('Nenhuma tarefa').waitFor()
    await openPage(page, 'Tarefas')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('  ')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ligar para Helena')
    await page.keyboard.press('Enter')
    await other.getByText('Ligar para Helena').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'Atualizada em' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Editar: Ligar para Helena' }).press('Enter')
    await page.getByLabel('Editar tarefa').fill('Ligar à tarde')
    await page.keyboard.press('Enter')
    await other.getByText('Ligar à tarde').waitFor()
    const remove = page.getByRole('button', { name: 'Excluir: Ligar à tarde' })
    await remove.press('Enter')
    // At once: the toast is there for seconds only.
    await page.getByRole('button', { name: 'Desfazer' }).press('Enter')
    await remove.press('Enter')
    await other.getByText('Nenhuma tarefa').waitFor()
    expect(ana.faults).toEqual([])
  })
})
