import type { ConnectionView, FileListView, QueueView, SimulatorChatMessage } from '@balcao/contracts'
import type { Page } from 'playwright-core'

import { PHONE, signedIn, WIDE, typeDate, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { logIn } from './support/ticket-screens'

/*
 * An administrator adds a colleague, who logs in, edits her own profile, gets a queue and is deleted; creates, renames and
 * deletes a queue, which a colleague's screen follows; builds a queue's menu with hours and tries the bot before customers do; fills a contact list and watches a campaign go to it.
 */

const CARLA = { name: 'Carla Dias', email: 'carla@demo.local', password: 'cinco patos' }

let desk: BrowserDesk
let admin: Agent

startBrowserDesk('users', async (started) => {
  desk = started
  admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
})

const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

story('a colleague', () => {
  let carla: Agent

  it('is added from the menu, with keys only', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Usuários' }).click()
    await findRow(page, 'bruno@demo.local').waitFor()
    await page.getByRole('button', { name: 'Adicionar usuário' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Adicionar usuário' })
    await dialog.getByLabel(/^Nome/).waitFor()
    await page.keyboard.type(CARLA.name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(CARLA.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('123456')
    await page.keyboard.press('Enter')
    await dialog.getByText('Esta senha é fácil de adivinhar').waitFor()
    await dialog.getByLabel(/^Senha/).fill(CARLA.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await findRow(page, CARLA.email).waitFor()
  })

  it('logs in, and renames herself; the administrator sees it and that she is online', async () => {
    carla = await signedIn(desk.browser, desk.url, CARLA.email, WIDE, CARLA.password)
    const { page } = carla
    await findRow(admin.page, CARLA.email).getByRole('img', { name: 'Online' }).waitFor()
    await page.getByRole('button', { name: /conta/i }).last().click()
    await page.getByRole('menuitem', { name: 'Meu perfil' }).click()
    const dialog = page.getByRole('dialog', { name: 'Meu perfil' })
    await dialog.getByLabel(/^Nome/).fill('Carla Nova')
    expect(await dialog.getByLabel(/^Perfil/).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Carla Nova').first().waitFor()
    await findRow(admin.page, 'Carla Nova').waitFor()
  })

  it('has no users page', async () => {
    const { page } = carla
    expect(await page.getByRole('link', { name: 'Usuários' }).count()).toBe(0)
    await page.goto(`${desk.url}/users`)
    await page.waitForURL((address) => address.pathname === '/tickets')
  })

  it('is found by a part of the e-mail, and gets a queue', async () => {
    const { page } = admin
    await page.getByRole('searchbox', { name: 'Pesquisar…' }).fill('ARLA@')
    await findRow(page, 'bruno@demo.local').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Editar: Carla Nova' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar usuário' })
    await dialog.getByLabel('Filas').click()
    await page.getByRole('option', { name: 'Vendas' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await findRow(page, 'Carla Nova').getByText('Vendas').waitFor()
    // Her queues are the ones she may choose from.
    await carla.page.getByRole('button', { name: /^Escolher filas/ }).click()
    await carla.page.getByRole('menuitemcheckbox', { name: 'Vendas' }).waitFor()
  })

  it('is deleted, and her session ends', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Excluir: Carla Nova' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await page.getByText('Nenhum resultado para “ARLA@”').waitFor()
    await carla.page.waitForURL((address) => address.pathname === '/login')
    expect([...admin.faults, ...carla.faults]).toEqual([])
  })
})

story('a queue', () => {
  let bruno: Agent

  const findQueueFilter = async (name: string) => {
    await bruno.page.getByRole('button', { name: /^Escolher filas/ }).click()
    await bruno.page.getByRole('menuitemcheckbox', { name }).waitFor()
    await bruno.page.keyboard.press('Escape')
  }

  it('is made with a colour that no other has', async () => {
    const { page } = admin
    bruno = await signedIn(desk.browser, desk.url, 'bruno@demo.local', WIDE)
    await page.getByRole('link', { name: 'Filas & Chatbot' }).click()
    await findRow(page, 'Vendas').waitFor()
    await page.getByRole('button', { name: 'Adicionar fila' }).click()
    const dialog = page.getByRole('dialog', { name: 'Adicionar fila' })
    await dialog.getByLabel(/^Nome/).fill('vendas')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await dialog.getByText('Já existe uma fila com este nome').waitFor()
    await dialog.getByLabel(/^Nome/).fill('Trocas')
    await dialog.getByRole('button', { name: 'Escolher cor' }).click()
    const colors = page.getByRole('dialog', { name: 'Escolher cor' })
    expect(await colors.getByRole('radio').count()).toBe(50)
    await colors.getByRole('radio', { name: '#AD1457' }).check()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await findRow(page, 'Trocas').getByText('#AD1457').waitFor()
  })

  it('is renamed; who gets it sees it at once', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Editar: Trocas' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar fila' })
    await dialog.getByLabel(/^Nome/).fill('Trocas e devoluções')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await findRow(page, 'Trocas e devoluções').waitFor()
    await page.getByRole('link', { name: 'Usuários' }).click()
    await page.getByRole('button', { name: 'Editar: Bruno' }).click()
    const user = page.getByRole('dialog', { name: 'Editar usuário' })
    await user.getByLabel('Filas').click()
    await page.getByRole('option', { name: 'Trocas e devoluções' }).click()
    await page.keyboard.press('Escape')
    await user.getByRole('button', { name: 'Salvar' }).click()
    await findRow(page, 'Bruno').getByText('Trocas e devoluções').waitFor()
    await findQueueFilter('Trocas e devoluções')
  })

  it('is deleted, from its users too', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Filas & Chatbot' }).click()
    await page.getByRole('button', { name: 'Excluir: Trocas e devoluções' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await findRow(page, 'Trocas e devoluções').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Usuários' }).click()
    await findRow(page, 'Bruno').getByText('Trocas e devoluções').waitFor({ state: 'detached' })
    expect([...admin.faults, ...bruno.faults]).toEqual([])
  })

  it('opens its colours by a first touch on a phone, where the error of an empty name would move them', async () => {
    const marina = await signedIn(desk.browser, desk.url, 'admin@demo.local', PHONE)
    await marina.page.goto(`${desk.url}/queues`)
    await marina.page.getByRole('button', { name: 'Adicionar fila' }).click()
    // As long as a touch lasts.
    await marina.page.getByRole('button', { name: 'Escolher cor' }).click({ delay: 100 })
    await marina.page.getByRole('dialog', { name: 'Escolher cor' }).waitFor()
    await marina.context.close()
  })
})

story('the bot of a number', () => {
  const editor = () => admin.page.getByRole('dialog', { name: 'Editar fila' })
  const log = () => editor().getByRole('log')

  const openQueue = async (name: string) => {
    await admin.page.getByRole('button', { name: `Editar: ${name}` }).click()
    await editor().getByRole('button', { name: 'Adicionar opção', exact: true }).waitFor()
  }
  const addOption = async (button: string, title: string, message: string) => {
    await editor().getByRole('button', { name: button, exact: true }).click()
    await admin.page.keyboard.type(title)
    await admin.page.keyboard.press('Tab')
    await admin.page.keyboard.type(message)
    await editor().getByRole('button', { name: 'Salvar opção' }).click()
    await editor()
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .waitFor()
  }
  const write = async (text: string) => {
    await editor().getByLabel('Mensagem do cliente').fill(text)
    await admin.page.keyboard.press('Enter')
  }
  const shows = (text: string) => log().getByText(text, { exact: false }).last().waitFor()

  it('keeps the hours of each queue once the settings say so', async () => {
    const { call } = await logIn(desk.url, 'super@demo.local')
    const [number] = (await call<ConnectionView[]>('get', '/whatsapp')).body
    const queueIds = (await call<QueueView[]>('get', '/queue')).body.map(({ id }) => id)
    const { status } = await call('put', `/whatsapp/${number!.id}`, { queueIds, greetingMessage: 'Olá!' })
    expect(status).toBe(200)
    // The phone of the story before has ended the session.
    admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
    const { page } = admin
    await page.getByRole('link', { name: 'Configurações' }).click()
    await page.getByRole('combobox', { name: 'Gestão de expediente' }).click()
    await page.getByRole('option', { name: 'Por fila' }).click()
    await page.getByText('Operação atualizada com sucesso.', { exact: true }).waitFor()
  })

  it('shares the settings with how long conversations are kept, which says what goes before it does', async () => {
    const { page } = admin
    const section = page.getByRole('region', { name: 'Guarda de conversas' })
    expect(await section.getByText('Sem prazo').count()).toBe(3)
    await section.getByRole('button', { name: 'Alterar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Guarda de conversas' })
    await dialog.getByLabel('Mensagens e seus arquivos').fill('24')
    await dialog.getByLabel('Só os arquivos').fill('25')
    await page.keyboard.press('Enter')
    await dialog.getByText('No máximo o prazo das mensagens').waitFor()
    await dialog.getByLabel('Só os arquivos').fill('12')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Apagar conversas antigas?' })
    await question.getByText('Agora não há nada a apagar.', { exact: false }).waitFor()
    await question.getByRole('button', { name: 'Salvar e apagar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await section.getByText('Apagar depois de 24 meses').waitFor()
    await section.getByText('Apagar depois de 12 meses').waitFor()
  })

  it('is said at its setting where buttons and lists do not appear', async () => {
    const { page } = admin
    await page.getByRole('combobox', { name: 'Tipo de chatbot' }).waitFor()
    await page
      .getByText(/aparecem nas conexões oficiais; nas demais, o cliente recebe o texto numerado/)
      .waitFor()
  })

  it('has a menu, made and moved with keys', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Filas & Chatbot' }).click()
    await openQueue('Vendas')
    await addOption('Adicionar opção', 'Trocas', 'Traga a nota.')
    await addOption('Adicionar opção', 'Preços', 'Qual tabela?')
    await addOption('Adicionar opção em: Preços', 'Atacado', 'Acima de dez peças.')
    await addOption('Adicionar opção em: Preços', 'Varejo', 'A partir de R$ 10.')
    await editor()
      .getByRole('button', { name: /^Preços/ })
      .focus()
    await page.keyboard.press('Alt+ArrowUp')
    const first = editor().getByRole('listitem').first()
    await first.getByRole('button', { name: /^Preços/ }).waitFor()
    await first.getByText('Acima de dez peças.').waitFor()
  })

  it('answers in the preview as it would answer customers, unsaved texts included', async () => {
    // A Monday at noon: on a Sunday the queue is closed.
    await typeDate(editor(), 'Data e hora', '231120261200')
    await editor().getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Bem-vindo às vendas!')
    await write('oi')
    await shows('[ 1 ] - Vendas')
    await write('1')
    await shows('Bem-vindo às vendas!')
    await shows('O atendimento vai para a fila Vendas.')
    await write('1')
    await shows('Qual tabela?')
    await write('2')
    await shows('A partir de R$ 10.')
    await write('obrigado')
    await shows('O bot não responde: espera-se um atendente.')
  })

  it('says in the preview that the queue is closed on a Sunday', async () => {
    await editor().getByLabel('Mensagem fora do expediente').fill('Voltamos na segunda.')
    await editor().getByRole('tab', { name: 'Horários de Atendimento' }).click()
    const sunday = editor().getByRole('group', { name: 'domingo' })
    await sunday.getByText('Fechado').waitFor()
    await editor().getByRole('button', { name: 'Recomeçar' }).click()
    await typeDate(editor(), 'Data e hora', '221120261200')
    await write('oi')
    await write('1')
    await shows('Voltamos na segunda.')
    const start = editor()
      .getByRole('group', { name: 'segunda-feira' })
      .getByLabel(/início/)
    await start.fill('2599')
    await editor().getByText('Horário inválido: use de 00:00 a 23:59.').waitFor()
    await start.fill('0730')
    await editor().getByText('Horário inválido').waitFor({ state: 'detached' })
    await editor().getByRole('button', { name: 'Salvar', exact: true }).click()
    await editor().waitFor({ state: 'detached' })
    await findRow(admin.page, 'Vendas').getByText('Bem-vindo às vendas!').waitFor()
  })

  it('keeps all of it', async () => {
    await openQueue('Vendas')
    expect(await editor().getByLabel('Mensagem fora do expediente').inputValue()).toBe('Voltamos na segunda.')
    await editor().getByRole('tab', { name: 'Horários de Atendimento' }).click()
    const start = editor()
      .getByRole('group', { name: 'segunda-feira' })
      .getByLabel(/início/)
    expect(await start.inputValue()).toBe('07:30')
    await admin.page.keyboard.press('Escape')
    await editor().waitFor({ state: 'detached' })
    expect(admin.faults).toEqual([])
  })

  it('offers its queues in the order that keys give them', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Mover: Suporte' }).press('ArrowUp')
    await page.getByRole('row').nth(1).filter({ hasText: 'Suporte' }).waitFor()
    await page.getByRole('row').nth(2).filter({ hasText: 'Vendas' }).waitFor()
  })

  it('answers a customer on the phone, and hands over to the agent of the queue that was chosen', async () => {
    const { call } = await logIn(desk.url, 'super@demo.local')
    // The queues' hours must not decide what this test sees.
    expect((await call('put', '/settings/scheduleType', { value: 'disabled' })).status).toBe(200)
    const phone = await desk.browser.newPage({ viewport: WIDE, locale: 'pt-BR' })
    await phone.goto(`${desk.url}/simulator`)
    await phone.getByLabel('Número do cliente, com código do país').fill('5511977770001')
    await phone.getByLabel('Nome', { exact: true }).fill('Célia Rocha')
    await phone.getByRole('button', { name: 'Nova conversa' }).click()
    const messages = phone.getByRole('list', { name: 'Mensagens de Célia Rocha' })
    const say = async (text: string) => {
      await phone.getByLabel('Mensagem', { exact: true }).fill(text)
      await phone.keyboard.press('Enter')
    }
    const hears = (text: string) => messages.getByText(text).last().waitFor()
    await say('oi')
    await hears('Olá!')
    await say('Vendas')
    await hears('Bem-vindo às vendas!')
    await say('Preços')
    await hears('Qual tabela?')
    await say('Varejo')
    await hears('A partir de R$ 10.')
    await say('Quero dez')
    const ana = await signedIn(desk.browser, desk.url, 'ana@demo.local', WIDE)
    await ana.page.getByRole('tab', { name: /^Aguardando/ }).click()
    const row = ana.page.getByRole('listitem').filter({ hasText: 'Célia Rocha' })
    await row.getByText('Vendas', { exact: true }).waitFor()
    await row.getByRole('button', { name: /^Aceitar/ }).click()
    const thread = ana.page.getByRole('article')
    await thread.filter({ hasText: 'A partir de R$ 10.' }).last().waitFor()
    await thread.filter({ hasText: 'Quero dez' }).last().waitFor()
    const answer = async (text: string) => {
      await ana.page.getByPlaceholder('Digite uma mensagem').fill(text)
      await ana.page.keyboard.press('Enter')
      await hears(text)
    }
    await answer('Separei para você')
    // An agent has it: the bot does not show its menu again.
    await say('#')
    await thread.getByText('#', { exact: true }).waitFor()
    await answer('Algo mais?')
    expect(await messages.getByText('Olá!').count()).toBe(1)
    expect(ana.faults).toEqual([])
    await phone.close()
  })
})

story('a campaign', () => {
  const dialog = (name: string) => admin.page.getByRole('dialog', { name })

  it('has a list, filled by hand, whose numbers are checked', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Campanhas' }).press('Enter')
    await page.getByRole('link', { name: 'Listas de Contatos' }).click()
    await page.getByText('Nenhuma lista ainda').waitFor()
    await page.getByRole('button', { name: 'Nova lista' }).first().click()
    await dialog('Nova lista').getByLabel(/^Nome/).fill('Clientes VIP')
    await page.keyboard.press('Enter')
    await page.getByText('Nenhum contato nesta lista').waitFor()
    await page.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await dialog('Adicionar contato').getByLabel(/^Nome/).fill('Marina Alves')
    await dialog('Adicionar contato')
      .getByLabel(/^Número/)
      .fill('(11) 98877-0101')
    await page.keyboard.press('Enter')
    // A number that could not be asked about at once is asked about again a minute later.
    await findRow(page, 'Marina Alves').getByText('Válido').waitFor({ timeout: 180_000 })
    await page.getByRole('link', { name: 'Listas', exact: true }).click()
    await findRow(page, 'Clientes VIP').getByText('1', { exact: true }).waitFor()
  })

  it('is written and goes out, its files first; its report follows without a reload', async () => {
    const { page } = admin
    const { call } = await logIn(desk.url, 'super@demo.local')
    const draft = { name: 'Tabelas', message: 'Seguem', options: [{ name: 'tabela de preços' }] }
    const { id: list, options } = (await call<FileListView>('POST', '/files', draft)).body
    const form = new FormData()
    form.append('id', String(options[0]?.id))
    form.append('files', new Blob(['10,00'], { type: 'text/plain' }), 'tabela.txt')
    expect((await call('POST', `/files/uploadList/${list}`, form)).status).toBe(200)
    // At any hour of the test's own day.
    await call('POST', '/campaign-settings', { settings: { allowedHours: null } })
    await page.getByRole('link', { name: 'Listagem' }).click()
    await page.getByRole('button', { name: 'Nova campanha' }).first().click()
    const editor = dialog('Nova Campanha')
    await editor.getByLabel(/^Nome/).fill('Natal')
    await editor.getByRole('combobox', { name: 'Lista de Contatos' }).click()
    await page.getByRole('option', { name: 'Clientes VIP' }).click()
    await editor.getByRole('combobox', { name: 'Conexão' }).click()
    await page.getByRole('option').nth(1).click()
    await editor.getByRole('combobox', { name: 'Lista de Arquivos' }).fill('tab')
    await page.getByRole('option', { name: 'Tabelas' }).click()
    await editor.getByRole('textbox', { name: 'Mensagem 1' }).fill('Oi {nome}!')
    await editor.getByText('Oi Maria Souza!').waitFor()
    await editor.getByRole('button', { name: 'Enviar agora' }).click()
    await dialog('Enviar agora?').getByText('Oi Marina Alves!').waitFor()
    await page.getByRole('button', { name: 'Enviar agora a 1 pessoa' }).click()
    await editor.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Natal' }).click()
    await page.getByText('Status: Finalizada — 1 de 1 (100 %)').waitFor()
    const [connection] = (await call<ConnectionView[]>('GET', '/whatsapp')).body
    const path = `/simulator/messages?connection=${connection?.id}&number=5511988770101`
    const sent = (await call<SimulatorChatMessage[]>('GET', path)).body
    expect(sent.map(({ body, media }) => [body, media?.name])).toEqual([
      ['tabela de preços', 'tabela.txt'],
      ['Oi Marina Alves!', undefined],
    ])
    expect(admin.faults).toEqual([])
  })

  it('follows settings that stay', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Configurações' }).first().click()
    await page.getByLabel('Nome da variável').fill('cupom')
    await page.getByLabel('Conteúdo').fill('NATAL10')
    await page.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await page.getByText('Configurações salvas').waitFor()
    await page.reload()
    await findRow(page, '{cupom}').getByText('NATAL10').waitFor()
  })
})
