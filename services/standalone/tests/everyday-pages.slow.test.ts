import type { ContactView, LoginAnswer, QueueView, TicketView } from '@balcao/contracts'
import type { Page } from 'playwright-core'

import { PASSWORD, PHONE, signedIn, WIDE, typeDate, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { createApiCall, until, type Call } from './support/company'

/* An administrator and an agent use tags and quick messages, which the composer offers; the dashboard counts. */

let desk: BrowserDesk
let admin: Agent
let bruno: Agent

startBrowserDesk('everyday', async (started) => {
  desk = started
  admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
  bruno = await signedIn(desk.browser, desk.url, 'bruno@demo.local', WIDE)
})

async function logInAs(email: string): Promise<Call> {
  const { body } = await createApiCall(desk.url)<LoginAnswer>('post', '/auth/login', {
    email,
    password: PASSWORD,
  })
  return createApiCall(desk.url, body.token)
}

const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const openPage = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

story('a tag', () => {
  it('is made by an agent, with keys only; the administrator sees it at once', async () => {
    await openPage(admin.page, 'Tags')
    await openPage(bruno.page, 'Tags')
    await bruno.page.getByRole('button', { name: 'Adicionar tag' }).first().focus()
    await bruno.page.keyboard.press('Enter')
    const dialog = bruno.page.getByRole('dialog', { name: 'Adicionar tag' })
    await dialog.getByLabel(/^Nome/).waitFor()
    expect(await dialog.getByRole('switch', { name: 'Kanban' }).count()).toBe(0)
    await bruno.page.keyboard.type('ab')
    await bruno.page.keyboard.press('Enter')
    await dialog.getByText('Mensagem muito curta').waitFor()
    await bruno.page.keyboard.type('astecimento')
    await bruno.page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await findRow(bruno.page, 'abastecimento').waitFor()
    await findRow(admin.page, 'abastecimento').waitFor()
  })

  it('becomes a lane by an administrator, and is found by a part of its name', async () => {
    const { page } = admin
    await page.getByRole('searchbox', { name: 'Pesquisar…' }).fill('ASTEC')
    await page.getByRole('button', { name: 'Editar: abastecimento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar tag' })
    await dialog.getByLabel(/^Nome/).fill('Reposição')
    await dialog.getByRole('switch', { name: 'Kanban' }).check()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Nenhum resultado para “ASTEC”').waitFor()
    await findRow(bruno.page, 'Reposição').getByText('Kanban').waitFor()
    await page.getByRole('button', { name: 'Limpar busca' }).click()
    await findRow(page, 'Reposição').waitFor()
  })

  it('that is a lane is deleted by an administrator, everywhere', async () => {
    expect(await bruno.page.getByRole('button', { name: 'Excluir: Reposição' }).isDisabled()).toBe(true)
    await admin.page.getByRole('button', { name: 'Excluir: Reposição' }).click()
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await findRow(bruno.page, 'Reposição').waitFor({ state: 'detached' })
    await findRow(admin.page, 'Reposição').waitFor({ state: 'detached' })
    expect([...admin.faults, ...bruno.faults]).toEqual([])
  })
})

story('a table of more than 200 rows', () => {
  it('renders those that are seen, and each of them when it is scrolled to', async () => {
    const call = await logInAs('super@demo.local')
    const names = Array.from({ length: 260 }, (_unused, index) => `rótulo ${String(index).padStart(3, '0')}`)
    for (const name of names) await call('post', '/tags', { name, color: '#1565C0' })
    const { page } = admin
    await page.reload()
    await findRow(page, 'rótulo 000').waitFor()
    const rows = page.getByRole('row')
    await until(async () => ((await rows.count()) < 100 ? true : undefined), 'the rows of a window')
    await page.getByRole('searchbox', { name: 'Pesquisar…' }).focus()
    await until(async () => {
      await page.locator('.page').evaluate((box) => box.scrollTo(0, box.scrollHeight))
      return (await findRow(page, 'rótulo 259').count()) > 0 ? true : undefined
    }, 'the last row')
    expect(await findRow(page, 'rótulo 000').count()).toBe(0)
    await page.getByRole('button', { name: 'Excluir: rótulo 259' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await findRow(page, 'rótulo 259').waitFor({ state: 'detached' })
    expect(admin.faults).toEqual([])
  })
})

story('a list on a phone', () => {
  it('selects cards as the table selects rows, and deletes them together', async () => {
    const { page, faults } = await signedIn(desk.browser, desk.url, 'super@demo.local', PHONE)
    await page.goto(`${desk.url}/tags`)
    await page.getByRole('searchbox', { name: 'Pesquisar…' }).fill('rótulo 24')
    const cards = page.getByRole('listitem').filter({ hasText: 'rótulo' })
    await until(async () => ((await cards.count()) === 10 ? true : undefined), 'the ten found')
    await page.getByRole('checkbox', { name: 'Selecionar rótulo 240' }).check()
    await page.getByRole('checkbox', { name: 'Selecionar rótulo 243' }).click({ modifiers: ['Shift'] })
    await page.getByRole('checkbox', { name: 'Selecionar rótulo 241' }).uncheck()
    await page.getByText('3 selecionados').waitFor()
    // What is done with them stays in sight below the last card.
    await page.getByRole('checkbox', { name: 'Selecionar rótulo 249' }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Excluir', exact: true }).click({ timeout: 5_000 })
    await page
      .getByRole('alertdialog', { name: 'Excluir 3 itens?' })
      .getByRole('button', { name: 'Excluir' })
      .click()
    await until(async () => ((await cards.count()) === 7 ? true : undefined), 'those that are left')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    await page.context().close()
    expect(faults).toEqual([])
  })
})

/* Where rows are seen above or through the heads once half a row is scrolled under them; and whether the heads stayed at the top. */
const findLeaks = (page: Page) =>
  page.locator('.page').evaluate((box) => {
    const root = box.ownerDocument
    const top = box.getBoundingClientRect().top
    const find = (selector: string) => [...box.querySelectorAll(selector)]
    box.scrollTop = 0
    box.scrollTop = (find('tbody tr')[0]?.getBoundingClientRect().top ?? top) - top - 20
    const heads = find('thead th').map((head) => head.getBoundingClientRect())
    const [first, last] = [heads[0], heads.at(-1)]
    const leaks: string[] = []
    if (first && last)
      for (let y = top + 0.5; y < first.bottom - 1; y += 3)
        for (let x = first.left - 0.5; x < last.right + 1; x += 8)
          if (root.elementFromPoint(x, y)?.closest('tbody')) leaks.push(`${x} ${y - top}`)
    // An alpha below 1 is written as rgba(…), the opaque colours of the theme as rgb(…).
    const seenThrough = find('thead th').filter(
      (head) => !root.defaultView?.getComputedStyle(head).backgroundColor.startsWith('rgb('),
    )
    return { above: (first?.top ?? 0) - top, leaks, seenThrough: seenThrough.length }
  })

story('the heads of a table', () => {
  it('stay in sight, and no row is seen above or through them', async () => {
    const call = await logInAs('super@demo.local')
    await call('post', '/helps', { title: 'Começo', video: 'abcdefghijk', description: 'Um' })
    await call('post', '/contacts', { name: 'Inês', number: '5511987650777', email: '', extraInfo: [] })
    const { page, faults } = await signedIn(desk.browser, desk.url, 'super@demo.local', {
      width: 1440,
      height: 500,
    })
    const expectNoLeaks = async (where: string) => {
      await page.locator('.page tbody tr').first().waitFor()
      // Lists of a few rows scroll too.
      await page.addStyleTag({ content: '.page::after { content: ""; display: block; height: 2000px }' })
      for (const theme of ['light', 'dark']) {
        await page.locator('html').evaluate((root, mode) => root.setAttribute('data-theme', mode), theme)
        expect({ where, theme, ...(await findLeaks(page)) }).toEqual({
          where,
          theme,
          above: 0,
          leaks: [],
          seenThrough: 0,
        })
      }
    }
    for (const path of ['contacts', 'tags', 'users', 'queues', 'connections']) {
      await page.goto(`${desk.url}/${path}`)
      await expectNoLeaks(path)
    }
    await page.goto(`${desk.url}/settings`)
    for (const name of ['Empresas', 'Planos', 'Ajuda']) {
      await page.getByRole('tab', { name }).click()
      await expectNoLeaks(name)
    }
    await page.context().close()
    expect(faults).toEqual([])
  })
})

story('a quick message', () => {
  const composer = () => bruno.page.locator('#message')
  const suggestions = () => bruno.page.getByRole('listbox', { name: 'Sugestões' })

  it('is made by the administrator for the company, with a variable and a file', async () => {
    const { page } = admin
    await openPage(page, 'Respostas Rápidas')
    await page.getByText('Nenhuma resposta rápida').waitFor()
    await page.getByRole('button', { name: 'Adicionar resposta rápida' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Adicionar resposta rápida' })
    await dialog.getByLabel(/^Atalho/).fill('/ola')
    await dialog.getByLabel(/^Mensagem/).fill('Olá !')
    await dialog.getByLabel(/^Mensagem/).press('ArrowLeft')
    await dialog.getByRole('button', { name: 'Primeiro Nome' }).click()
    await dialog.getByRole('switch', { name: 'Da empresa' }).check()
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await findRow(page, '/ola').getByText('Olá {{firstName}}!').waitFor()
    await page.getByRole('button', { name: 'Adicionar resposta rápida' }).click()
    await dialog.getByLabel(/^Atalho/).fill('OLA')
    await dialog.getByLabel(/^Mensagem/).fill('Segue a tabela')
    await dialog.getByRole('switch', { name: 'Da empresa' }).check()
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'tabela.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('tabela de preços'),
    })
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await dialog.getByText('Já existe uma resposta rápida com este atalho.').waitFor()
    await dialog.getByLabel(/^Atalho/).fill('tabela')
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    await findRow(page, '/tabela').getByRole('link', { name: 'tabela.txt' }).waitFor()
  })

  it('is offered after a slash, chosen with the keyboard and sent with the name filled in', async () => {
    const { page } = bruno
    // Another user's session: a log-in as Bruno would end the one of his page.
    const call = await logInAs('super@demo.local')
    const { body: users } = await call<{ id: number; name: string }[]>('get', '/users/list')
    const { body: contact } = await call<ContactView>('post', '/contacts', {
      name: 'Lívia Prado',
      number: '5511955550123',
    })
    const { body: queues } = await call<QueueView[]>('get', '/queue')
    const { body: ticket } = await call<TicketView>('post', '/tickets', {
      contactId: contact.id,
      queueId: queues.find(({ name }) => name === 'Vendas')?.id,
      userId: users.find(({ name }) => name.startsWith('Bruno'))?.id,
      status: 'open',
    })
    await page.goto(`${desk.url}/tickets/${ticket.uuid}`)
    await composer().fill('/')
    expect(await suggestions().count()).toBe(0)
    await composer().pressSequentially('ol')
    await suggestions().getByRole('option', { name: '/ola - Olá {{firstName}}!' }).waitFor()
    await composer().press('Enter')
    await until(
      async () => ((await composer().inputValue()) === 'Olá Lívia!' ? true : undefined),
      'the text as it will leave',
    )
    await composer().press('Enter')
    await page.getByRole('article').filter({ hasText: 'Olá Lívia!' }).waitFor()
  })

  it('puts its file into the tray, with the text as its caption', async () => {
    const { page } = bruno
    await composer().pressSequentially('/tab')
    await suggestions()
      .getByRole('option', { name: /tabela/ })
      .waitFor()
    await composer().press('Tab')
    await page.getByText('tabela.txt').first().waitFor()
    await page.getByRole('button', { name: /^Enviar/ }).click()
    await page.getByRole('article').filter({ hasText: 'Segue a tabela' }).waitFor()
  })

  it('is no longer offered once it is the administrator’s own', async () => {
    await admin.page.getByRole('button', { name: 'Editar: ola' }).click()
    const dialog = admin.page.getByRole('dialog', { name: 'Editar resposta rápida' })
    await dialog.getByRole('switch', { name: 'Da empresa' }).uncheck()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await composer().pressSequentially('/o')
    await suggestions().waitFor({ state: 'detached' })
    await composer().fill('Seu {{pro')
    await suggestions()
      .getByRole('option', { name: /Protocolo/ })
      .click()
    expect(await composer().inputValue()).toBe('Seu {{protocol}}')
    await composer().fill('')
    expect([...admin.faults, ...bruno.faults]).toEqual([])
  })

  it('is sorted by its heads, and deleted with others: a row, and all up to another', async () => {
    const call = await logInAs('super@demo.local')
    for (const shortcode of ['um', 'dois', 'três', 'quatro'])
      await call('post', '/quick-messages', { shortcode, message: `Texto ${shortcode}`, geral: true })
    const { page } = admin
    await page.reload()
    const names = () => page.locator('tbody th').allInnerTexts()
    const expectOrder = (wanted: RegExp) =>
      until(async () => (wanted.test((await names()).join(' ')) ? true : undefined), `rows by ${wanted}`)
    await expectOrder(/dois.*quatro.*três.*um/s)
    await page.getByRole('button', { name: 'Atalho' }).click()
    await page.getByRole('button', { name: 'Atalho' }).click()
    await expectOrder(/um.*três.*quatro.*dois/s)
    await page.getByRole('checkbox', { name: 'Selecionar /três' }).click()
    await page.getByRole('checkbox', { name: 'Selecionar /dois' }).click({ modifiers: ['Shift'] })
    await page.getByText(/^\d selecionados$/).waitFor()
    await page.getByRole('checkbox', { name: 'Selecionar /quatro' }).click()
    await page.getByRole('button', { name: 'Excluir', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await findRow(page, '/três').waitFor({ state: 'detached' })
    await findRow(page, '/dois').waitFor({ state: 'detached' })
    await expectOrder(/^\D*um\D*quatro/s)
    expect(admin.faults).toEqual([])
  })
})

story('the dashboard', () => {
  it('is where an administrator starts; it counts open tickets and asks for a filter', async () => {
    const { page } = admin
    await page.goto(`${desk.url}/`)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page
      .locator('.stats__card')
      .filter({ hasText: 'Em conversa' })
      .getByText('1', { exact: true })
      .waitFor()
    await findRow(page, 'Bruno').getByText('Online').waitFor()
    // She comes online only after the page has asked for the counters.
    await findRow(page, 'Marina').getByText('Online').waitFor()
    await page.getByRole('button', { name: 'Ver como tabela' }).first().click()
    await typeDate(page, 'Data inicial', '')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByText('Parametrize o filtro').waitFor()
    await page.getByLabel('Tipo de Filtro').click()
    await page.getByRole('option', { name: 'Período' }).click()
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByRole('heading', { name: /^Total \(0\)/ }).waitFor()
    expect(admin.faults).toEqual([])
  })

  it('is not for agents', async () => {
    await bruno.page.goto(`${desk.url}/`)
    await bruno.page.waitForURL((address) => address.pathname === '/tickets')
    expect(await bruno.page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
  })
})

story('a page with something unsaved', () => {
  it('asks before it is left by link, palette, Back or the end of the tab, and not once it is saved', async () => {
    const { page, faults } = admin
    const question = page.getByRole('alertdialog', { name: 'Descartar alterações?' })
    const words = page.getByLabel('Palavras para sair')
    const staysAfter = async (leaves: () => Promise<unknown>) => {
      await leaves()
      await question.getByRole('button', { name: 'Continuar editando' }).click()
      await question.waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname).toBe('/campaigns-config')
      expect(await words.inputValue()).toBe('CHEGA')
    }
    await openPage(page, 'Tags')
    await page.getByRole('button', { name: 'Campanhas', exact: true }).click()
    await page.getByRole('navigation').locator('a[href="/campaigns-config"]').click()
    await words.fill('CHEGA')
    await staysAfter(() => openPage(page, 'Tags'))
    await staysAfter(async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('Tags')
      await page.getByRole('option', { name: 'Tags' }).click()
    })
    await staysAfter(() => page.evaluate('history.back()'))
    const [asked] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
    expect(asked.type()).toBe('beforeunload')
    await asked.dismiss()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Configurações salvas').first().waitFor()
    await openPage(page, 'Tags')
    await page.waitForURL((address) => address.pathname === '/tags')
    await page.goBack()
    await words.fill('PARE')
    await page.evaluate('history.back()')
    await question.getByRole('button', { name: 'Descartar' }).click()
    await page.waitForURL((address) => address.pathname === '/tags')
    expect(faults).toEqual([])
  })
})

story('the installed app without a network', () => {
  it('opens every page of the menu, none of which was visited: with its heading, and the error of what it cannot load', async () => {
    const { context, page, faults } = await signedIn(
      desk.browser,
      desk.url,
      'super@demo.local',
      WIDE,
      PASSWORD,
      { serviceWorkers: 'allow' },
    )
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.goto(`${desk.url}/tickets`)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Campanhas', exact: true }).click()
    const links = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')
    await page.getByRole('link', { name: 'Listas de Contatos' }).waitFor()
    expect(await links.count()).toBeGreaterThan(20)
    await context.setOffline(true)
    for (const link of await links.all()) {
      const path = await link.getAttribute('href')
      await link.click()
      await page.waitForURL((address) => address.pathname === path)
      await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      await page.getByRole('main').locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      expect(await page.getByText(/Algo deu errado|ainda não foi carregada/).count()).toBe(0)
    }
    await page.goto(`${desk.url}/kanban`)
    await page.getByText('Não conseguimos falar com o servidor.').waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Kanban' }).waitFor()
    expect(faults.filter((fault) => !fault.startsWith('WebSocket connection'))).toEqual([])
    await context.close()
  })
})
