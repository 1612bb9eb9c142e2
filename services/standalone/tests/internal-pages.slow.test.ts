import type { ConnectionView } from '@balcao/contracts'
import type { Page } from 'playwright-core'

import { PHONE, signedIn, WIDE, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { createApiCall } from './support/company'
import {
  accept,
  chooseAttach,
  findBubbles,
  logIn,
  pendingInSales,
  showWaiting,
} from './support/ticket-screens'

/*
 * What a company's users have among themselves: an internal chat of two, on a wide screen and on a phone; a list of files
 * that an administrator makes and an agent sends to a customer.
 */

let desk: BrowserDesk
let admin: Agent
let ana: Agent

startBrowserDesk('internal', async (started) => {
  desk = started
  admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
  ana = await signedIn(desk.browser, desk.url, 'ana@demo.local', PHONE)
})

const findChat = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(title) })

story('an internal chat', () => {
  const field = (page: Page) => page.getByRole('textbox', { name: 'Escreva para seus colegas' })
  const say = async (page: Page, text: string) => {
    await field(page).fill(text)
    await page.keyboard.press('Enter')
  }

  it('needs a title and a user', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Chat Interno' }).click()
    await page.getByText('Nenhuma conversa', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Nova conversa' }).click()
    const dialog = page.getByRole('dialog', { name: 'Conversa' })
    await dialog.getByRole('combobox').waitFor()
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    const alert = dialog.getByRole('alert')
    await alert.getByText('Por favor, preencha o título da conversa.').waitFor()
    await alert.getByText('Por favor, selecione pelo menos um usuário.').waitFor()
    await dialog.getByLabel(/^Título/).fill('Turno da noite')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Ana' }).first().click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Turno da noite', level: 2 }).waitFor()
  })

  it('tells its other user, whose phone shows one pane at a time', async () => {
    await say(admin.page, '  ')
    await say(admin.page, 'Quem abre amanhã?')
    await say(admin.page, 'Preciso de *um* nome')
    const { page } = ana
    await page.getByRole('button', { name: /Chat interno: 1 conversa/ }).click()
    await page.getByRole('dialog', { name: 'Chat interno' }).getByText('2', { exact: true }).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Turno da noite/ })
      .click()
    await page.getByText('Quem abre amanhã?').waitFor()
    await page.locator('strong', { hasText: 'um' }).waitFor()
    await page.getByRole('button', { name: 'Chat interno', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Editar/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Chats' }).click()
    await findChat(page, 'Turno da noite')
      .getByText(/Preciso de/)
      .waitFor()
    await page.getByRole('button', { name: 'Mensagens' }).click()
  })

  it('shows an answer at once, once, and keeps what could not be sent', async () => {
    const { page } = ana
    await page.context().setOffline(true)
    await say(page, 'Eu abro')
    await page.getByRole('button', { name: /Não enviada/ }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: /Não enviada/ }).click()
    await admin.page.getByText(/^Eu abro/).waitFor()
    await page.getByText(/Não enviada|Enviando/).waitFor({ state: 'detached' })
    expect(await page.getByText(/^Eu abro/).count()).toBe(1)
    await findChat(admin.page, 'Turno da noite')
      .getByText(/: Eu abro/)
      .waitFor()
  })

  it('is renamed and deleted by its owner, and gone from the other screen', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Editar: Turno da noite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar conversa' })
    await dialog.getByLabel(/^Título/).fill('Abertura')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await ana.page.getByRole('heading', { name: 'Abertura', level: 2 }).waitFor()
    await page.getByRole('button', { name: 'Excluir: Abertura' }).click()
    await page
      .getByRole('alertdialog', { name: 'Excluir Conversa' })
      .getByRole('button', { name: 'Excluir' })
      .click()
    await ana.page.getByText('A conversa que você estava não está mais disponível.').waitFor()
    await ana.page.waitForURL((address) => address.pathname === '/chats')
    await page.getByText('Nenhuma conversa', { exact: true }).waitFor()
  })
})

story('a file list', () => {
  const attach = async (page: Page, button: string, name: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: button }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  }

  it('is made by an administrator, each option with its file', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Lista de arquivos' }).click()
    await page.getByText('Nenhuma lista de arquivos').waitFor()
    await page.getByRole('button', { name: 'Adicionar lista' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Adicionar lista de arquivos' })
    await dialog.getByLabel(/^Nome da lista/).fill('ab')
    await dialog.getByLabel(/^Detalhes/).fill('Seguem as tabelas')
    for (const number of [1, 2]) {
      await dialog.getByRole('button', { name: 'Adicionar opção' }).click()
      await dialog.getByLabel(`Mensagem da opção ${number}`, { exact: true }).fill(`legenda ${number}`)
      await attach(page, `Anexar arquivo à opção ${number}`, `tabela-${number}.txt`)
    }
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await dialog.getByText('nome muito curto').waitFor()
    await dialog.getByLabel(/^Nome da lista/).fill('Tabelas')
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ hasText: 'Tabelas' })
    await row.getByRole('cell', { name: '2', exact: true }).waitFor()
  })

  it('is sent by an agent: its message, then its files in order', async () => {
    const { call } = await logIn(desk.url, 'super@demo.local')
    const { body: connections } = await call<ConnectionView[]>('get', '/whatsapp')
    const number = '5511933339001'
    const message = { connection: connections[0]?.id, number, name: 'Nair', body: 'as tabelas, por favor' }
    await createApiCall(desk.url)('post', '/simulator/inbound', { messages: [message] })
    await pendingInSales(desk.url, number)
    const { page } = ana
    await showWaiting(desk.url, ana)
    await accept(ana, 'Nair')
    await chooseAttach(page, 'Enviar lista de arquivos')
    const dialog = page.getByRole('dialog', { name: 'Enviar lista de arquivos' })
    await dialog.getByRole('radio', { name: /Tabelas/ }).check()
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await findBubbles(ana, 'tabela-2.txt').waitFor()
    const sent = await page.getByRole('article').allInnerTexts()
    const places = ['Seguem as tabelas', 'legenda 1', 'legenda 2'].map((text) =>
      sent.findIndex((bubble) => bubble.includes(text)),
    )
    expect(places).toEqual([1, 2, 3])
  })

  it('is deleted', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Excluir: Tabelas' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await page.getByText('Nenhuma lista de arquivos').waitFor()
  })
})

story('an announcement', () => {
  it('is written by a super user, and found by everyone at once', async () => {
    const sofia = await signedIn(desk.browser, desk.url, 'super@demo.local', WIDE)
    const { page } = sofia
    await page.getByRole('link', { name: 'Informativos' }).click()
    await page.getByRole('button', { name: 'Adicionar informativo' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Adicionar informativo' })
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await dialog.getByText('Campo obrigatório').first().waitFor()
    await dialog.getByLabel(/^Título/).fill('Manutenção')
    await dialog.getByLabel(/^Texto/).fill('No domingo, às 3h')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await admin.page.getByRole('button', { name: 'Informativos: há novidades' }).click()
    await admin.page.getByRole('button', { name: /Manutenção/ }).click()
    await admin.page.getByRole('dialog', { name: 'Manutenção' }).getByText('No domingo, às 3h').waitFor()
    await admin.page.getByRole('button', { name: 'Fechar' }).click()
    await page.getByRole('button', { name: 'Excluir: Manutenção' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await admin.page.getByText('Sem notificações').waitFor()
    await sofia.context.close()
  })

  it('has no page for others, who are led away', async () => {
    const { page } = admin
    await page.goto(`${desk.url}/announcements`)
    await page.getByText('Esta empresa não possui permissão para acessar essa página!').waitFor()
    await page.waitForURL((address) => address.pathname === '/')
  })
})
