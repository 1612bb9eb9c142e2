import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { SyncAnswer } from '@balcao/contracts'
import { buildSheet } from '@balcao/testkit'
import type { Page } from 'playwright-core'

import { findFaults } from './support/axe'
import { signedIn, WIDE, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'

/*
 * An agent adds a contact with keys only, edits it, finds it by parts, imports the sample sheet, starts a ticket;
 * an administrator follows and deletes.
 */

const SAMPLE = path.join(__dirname, '../../../web/public/public/import-contatos.xlsx')

let desk: BrowserDesk
let admin: Agent
let bruno: Agent

startBrowserDesk('contacts', async (started) => {
  desk = started
  admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
  bruno = await signedIn(desk.browser, desk.url, 'bruno@demo.local', WIDE)
  await admin.page.goto(`${desk.url}/contacts`)
})

const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

story('a contact', () => {
  it('is added from the menu with keys only, its number with a mask; others see it', async () => {
    const { page } = bruno
    await page.getByRole('link', { name: 'Contatos' }).click()
    await page.getByRole('button', { name: 'Adicionar contato' }).first().focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Adicionar contato' })
    await dialog.getByLabel(/^Nome/).waitFor()
    await page.keyboard.type('Ágata Conceição')
    await page.keyboard.press('Tab')
    await page.keyboard.type('11987650001')
    expect(await dialog.getByLabel(/^Número/).inputValue()).toBe('(11) 98765-0001')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await findRow(page, 'Ágata Conceição').getByText('+55 (11) 98765-0001').waitFor()
    await findRow(admin.page, 'Ágata Conceição').waitFor()
  })

  it('shows its picture large, by keys; Escape closes it and the focus is back', async () => {
    const { page } = bruno
    // Simulated people have no pictures: what tells of contacts is given one.
    const profilePicUrl = '/icons/app-192.png'
    await page.route(/\/contacts\?/, async (route) => {
      if (route.request().resourceType() === 'document') return route.continue()
      const response = await route.fetch()
      const answer = (await response.json()) as { contacts: object[] }
      const contacts = answer.contacts.map((contact) => ({ ...contact, profilePicUrl }))
      await route.fulfill({ response, json: { ...answer, contacts } })
    })
    await page.route(/\/sync\?/, async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as SyncAnswer
      const events = answer.events.map(({ payload, ...event }) => ({
        ...event,
        payload:
          'contact' in payload ? { ...payload, contact: { ...payload.contact, profilePicUrl } } : payload,
      }))
      await route.fulfill({ response, json: { ...answer, events } })
    })
    await page.reload()
    const opener = page.getByRole('button', { name: 'Abrir a foto de Ágata Conceição' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const large = page.getByRole('img', { name: 'Ágata Conceição' })
    await large.waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'detached' })
    // Only the desk's own opener matches while it has the focus.
    await page.locator('button:focus[aria-label="Abrir a foto de Ágata Conceição"]').waitFor()
    await page.unroute(/\/contacts\?/)
    await page.unroute(/\/sync\?/)
    await page.reload()
  })

  it('is refused a second time, also without the ninth digit', async () => {
    const { page } = bruno
    await page.getByRole('button', { name: 'Adicionar contato' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Adicionar contato' })
    await dialog.getByLabel(/^Nome/).fill('Outra Ágata')
    await dialog.getByLabel(/^Número/).fill('1187650001')
    await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
    // In the toast too, which is there for seconds only.
    await page.locator('[data-sonner-toast]').getByText('Já existe um contato com este número.').waitFor()
    await dialog.getByText('Já existe um contato com este número.').waitFor()
    await dialog.locator('input[name=number]:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('is found by a part of the name without accents, and by the last digits', async () => {
    const { page } = bruno
    const search = page.getByRole('searchbox')
    for (const words of ['onceicao', '0001', '98765-0001']) {
      await search.fill(words)
      await findRow(page, 'Ágata Conceição').waitFor()
    }
    await search.fill('ninguem assim')
    await page.getByText('Nenhum resultado para “ninguem assim”').waitFor()
    await search.fill('')
  })

  it('gets more information; the administrator sees the new name', async () => {
    const { page } = bruno
    await page.getByRole('button', { name: 'Editar: Ágata Conceição' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar contato' })
    await dialog.getByLabel(/^Nome/).first().fill('Ágata Lima')
    await dialog.getByRole('button', { name: 'Adicionar informação' }).click()
    await dialog.getByLabel('Valor').fill('123')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Obrigatório').waitFor()
    await dialog.locator('input[name="extraInfo.0.name"]:focus').waitFor()
    // What is wrong with one field moves none beside it.
    const [wrong, right] = await Promise.all(
      ['name', 'value'].map((field) => dialog.locator(`input[name="extraInfo.0.${field}"]`).boundingBox()),
    )
    expect(wrong?.y).toBe(right?.y)
    await page.keyboard.type('CPF')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await findRow(admin.page, 'Ágata Lima').waitFor()
  })
})

story('a spreadsheet', () => {
  it('that is none is refused, and the sample is imported; a repeat adds nothing', async () => {
    const { page } = bruno
    await page.getByRole('button', { name: 'Importar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Importar contatos' })
    const input = dialog.locator('input[type=file]')
    await input.setInputFiles({
      name: 'a.xlsx',
      mimeType: 'text/plain',
      buffer: Buffer.from('Nome;Telefone'),
    })
    await dialog.getByText('Não conseguimos ler esta planilha').waitFor()
    await input.setInputFiles(SAMPLE)
    await dialog.getByRole('region', { name: 'Primeiras linhas' }).getByText('Maria da Silva').waitFor()
    await dialog.getByRole('button', { name: 'Importar' }).click()
    await dialog.getByText('2 contatos adicionados.').waitFor()
    await dialog.getByRole('button', { name: 'Fechar' }).click()
    await findRow(page, 'Maria da Silva').waitFor()
    await findRow(admin.page, 'João Souza').waitFor()
    await page.getByRole('button', { name: 'Importar' }).click()
    await dialog.locator('input[type=file]').setInputFiles(SAMPLE)
    await dialog.getByRole('button', { name: 'Importar' }).click()
    await dialog.getByText('0 contato adicionado. 2 já existiam.').waitFor()
    await dialog.getByRole('button', { name: 'Fechar' }).click()
  })

  it('whose columns have other names is mapped by its first rows; a number that the spreadsheet destroyed is refused in words', async () => {
    const { page } = bruno
    await page.getByRole('button', { name: 'Importar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Importar contatos' })
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'clientes.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: buildSheet([
        ['Código', 'Quem', 'Onde liga'],
        ['7', 'Ícaro Nunes', '5,51199E+12'],
        ['8', 'Olívia Prado', '11987650002'],
      ]),
    })
    const start = dialog.getByRole('button', { name: 'Importar' })
    await start.waitFor()
    expect(await start.isDisabled()).toBe(true)
    for (const [field, column] of [
      ['Nome', 'Quem'],
      ['Telefone', 'Onde liga'],
    ] as const) {
      await dialog.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: column }).click()
    }
    await dialog.getByRole('row', { name: '2 Ícaro Nunes 5,51199E+12' }).waitFor()
    expect(await findFaults(page)).toEqual([])
    await start.click()
    await dialog.getByText('1 contato adicionado.').waitFor()
    await dialog.getByText('a planilha arredondou este telefone').waitFor()
    await dialog.getByRole('button', { name: 'Fechar' }).click()
    await findRow(page, 'Olívia Prado').waitFor()
    expect(await findRow(page, 'Ícaro Nunes').count()).toBe(0)
  })

  it('has a sample to download', async () => {
    const answer = await fetch(`${desk.url}/public/import-contatos.xlsx`)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(await readFile(SAMPLE))
  })

  it('of all contacts is exported by an administrator', async () => {
    expect(await bruno.page.getByRole('button', { name: 'Exportar CSV' }).count()).toBe(0)
    const { page } = admin
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('contatos.csv')
    const text = await readFile((await file.path()) ?? '', 'utf8')
    expect(text.startsWith('\uFEFFNome;Telefone;E-mail')).toBe(true)
    expect(text).toContain('Ágata Lima;5511987650001;')
  })

  it('says to administrators alone who exported it, and how many', async () => {
    expect(await bruno.page.getByRole('button', { name: 'Exportações' }).count()).toBe(0)
    const { page } = admin
    await page.getByRole('button', { name: 'Exportações' }).click()
    const dialog = page.getByRole('dialog', { name: 'Quem exportou os contatos' })
    await dialog.getByRole('row', { name: /^Marina .* 4$/ }).waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})

story('from the list', () => {
  it('a ticket is started', async () => {
    const { page } = bruno
    await page.getByRole('button', { name: 'Iniciar conversa: Maria da Silva' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Criar' }).click()
    await page.waitForURL((address) => /^\/tickets\/.+/.test(address.pathname))
  })

  it('the ticket tells its history', async () => {
    const { page } = bruno
    await page.getByRole('button', { name: 'Dados do contato' }).click()
    const panel = page.getByRole('complementary', { name: 'Dados do contato' })
    await panel.getByRole('button', { name: 'Mostrar histórico' }).click()
    await panel.getByText('Ticket criado').waitFor()
    await panel
      .getByText(/^Bruno/)
      .last()
      .waitFor()
  })

  it('an administrator merges two contacts of one person, and separates them again', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Mesclar: Ágata Lima' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mesclar com Ágata Lima' })
    await dialog.getByLabel('Contato duplicado').fill('João Sou')
    await page.getByRole('option', { name: /João Souza/ }).click()
    await dialog.getByRole('button', { name: 'Mesclar' }).click()
    await page.getByText('Contatos mesclados.').waitFor()
    await findRow(page, 'João Souza').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mesclar: Ágata Lima' }).click()
    await dialog.getByRole('button', { name: 'Desfazer: João Souza' }).click()
    await page.getByText('Contatos separados.').waitFor()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await findRow(page, 'João Souza').waitFor()
    expect(await bruno.page.getByRole('button', { name: /^Mesclar/ }).count()).toBe(0)
  })

  it('an administrator deletes, an agent cannot', async () => {
    await bruno.page.goto(`${desk.url}/contacts`)
    await findRow(bruno.page, 'João Souza').waitFor()
    expect(await bruno.page.getByRole('button', { name: /^Excluir/ }).count()).toBe(0)
    await admin.page.getByRole('button', { name: 'Excluir: João Souza' }).click()
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await findRow(bruno.page, 'João Souza').waitFor({ state: 'detached' })
    expect([...admin.faults, ...bruno.faults]).toEqual([])
  })
})
