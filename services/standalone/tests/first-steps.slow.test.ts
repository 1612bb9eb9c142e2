import type { Page } from 'playwright-core'

import { findFaults } from './support/axe'
import { WIDE } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { until } from './support/company'

/* Somebody who never saw the product signs up, and goes where the first steps lead. */

const EMAIL = 'dona@padaria-sol.com.br'
const SECRET = 'cinco patos 27'

let desk: BrowserDesk
let page: Page

startBrowserDesk('first-steps', async (started) => {
  desk = started
  const context = await desk.browser.newContext({ viewport: WIDE, locale: 'pt-BR', serviceWorkers: 'block' })
  context.setDefaultTimeout(60_000)
  page = await context.newPage()
})

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const go = (name: string) => page.getByRole('link', { name }).first().click()

const signUp = async () => {
  await page.goto(`${desk.url}/signup`)
  await page.getByLabel('Nome da empresa').fill('Padaria Sol')
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Telefone com DDD').fill('11987654321')
  await page.getByLabel('Senha', { exact: true }).fill(SECRET)
  await page.getByRole('radio').first().check()
  await press('Cadastrar')
  await page.waitForURL('**/login')
  await page.getByText(/^Se o e-mail ainda não tinha conta/).waitFor()
}

story('a new company', () => {
  it('signs up, in the same words when its e-mail is known, and is told of its trial', async () => {
    await signUp()
    await signUp()
    // The e-mail is there already: the password is typed at once.
    await until(
      async () =>
        (await page.evaluate("document.activeElement?.getAttribute('type')")) === 'password' || undefined,
      'the password in focus',
    )
    await page.keyboard.type(SECRET)
    await page.keyboard.press('Enter')
    await page.getByText(/^Seu teste termina em \d dias$/).waitFor()
    await page.getByText('0 de 5').waitFor()
  })

  it('is led to a number, a queue whose menu it writes and tries, and a message that it answers', async () => {
    await go('Conecte um número')
    await press('Adicionar WhatsApp')
    await page.getByRole('dialog').getByLabel(/^Nome/).fill('Loja')
    await press('Adicionar')
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Abrir telefone simulado' }).click()
    const phone = await opened
    await phone.getByRole('button', { name: 'Escanear' }).click()
    await page.getByText('Conectado', { exact: true }).first().waitFor()

    // The page that links the number names what comes next.
    const next = page.getByRole('note').filter({ hasText: 'Próximo passo:' })
    await next.getByRole('link', { name: 'Crie uma fila' }).waitFor()
    expect(await findFaults(page)).toEqual([])
    await next.getByRole('link', { name: 'Crie uma fila' }).click()
    await next.getByText('Crie uma fila').waitFor()
    await page.getByRole('button', { name: 'Adicionar fila' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Nome/).fill('Vendas')
    await dialog.getByLabel(/^Mensagem de saudação/).fill('Oi! Aqui é a padaria.')
    await press('Salvar e montar o menu')
    // Its menu is in sight and has the focus.
    await page.locator('button:focus', { hasText: 'Adicionar opção' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Bolos')
    await page.keyboard.press('Enter')
    const option = dialog.locator('.option').filter({ hasText: 'Bolos' })
    await option.waitFor()
    await until(async () => {
      const [row, foot] = [await option.boundingBox(), await dialog.getByText('Salvar').last().boundingBox()]
      return (row && foot && row.y + row.height < foot.y) || undefined
    }, 'the option above the edge of the dialog')
    await dialog.getByPlaceholder('Mensagem do cliente').fill('oi')
    await press('Enviar')
    await dialog.getByText('O atendimento vai para a fila Vendas.').waitFor()
    await press('Salvar')
    await dialog.waitFor({ state: 'detached' })

    await phone.getByLabel('Número do cliente, com código do país').fill('5511988887777')
    await phone.getByLabel('Nome', { exact: true }).fill('Maria')
    await phone.getByRole('button', { name: 'Nova conversa' }).click()
    const say = async (text: string) => {
      await phone.getByLabel('Mensagem', { exact: true }).fill(text)
      await phone.keyboard.press('Enter')
    }
    await say('oi')
    await phone.getByText('Oi! Aqui é a padaria.').waitFor()
    await go('Atendimentos')
    await press('Ver quem aguarda (1)')
    await page
      .getByRole('button', { name: /^Aceitar/ })
      .first()
      .click()
    await page.getByPlaceholder('Digite uma mensagem').fill('Fica pronto amanhã.')
    await page.keyboard.press('Enter')
    await phone.getByText('Fica pronto amanhã.').waitFor()
    // The answer counts, though the customer has the last word before the steps are seen again.
    await say('Obrigada!')
    await page.getByRole('article').filter({ hasText: 'Obrigada!' }).waitFor()
    await go('Dashboard')
    await page.getByText('4 de 5').waitFor()
  })
})
