import { readFile } from 'node:fs/promises'

import type { Page } from 'playwright-core'

import { findFaults } from './support/axe'
import { PHONE, signedIn, WIDE, typeDate, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'

/*
 * A super user makes a plan and a company; its administrator pays the first invoice by Pix in the simulated bank, and hears of the
 * renewal; the super user blocks, exports and deletes the company.
 */

const OWNER = { email: 'dono@sol.test', password: 'cinco patos' }

let desk: BrowserDesk
let root: Agent
let owner: Agent

startBrowserDesk('billing', async (started) => {
  desk = started
  root = await signedIn(desk.browser, desk.url, 'super@demo.local', WIDE)
})

const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000)
    .toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })
    .replaceAll('/', '')

const saved = (page: Page) => page.getByText('Operação realizada com sucesso!').last().waitFor()

story('the platform', () => {
  it('gets a plan', async () => {
    const { page } = root
    await page.goto(`${desk.url}/settings`)
    await page.getByRole('tab', { name: 'Planos' }).click()
    await page.getByLabel(/^Nome/).fill('Plano Sol')
    await page.getByLabel('Usuários').fill('4')
    await page.getByLabel('Valor').fill('49,90')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await saved(page)
    await findRow(page, 'Plano Sol').getByText('R$ 49,90').waitFor()
  })

  it('gets a company with its administrator, due in five days', async () => {
    const { page } = root
    await page.getByRole('tab', { name: 'Empresas' }).click()
    await page.getByLabel(/^Nome/).fill('Padaria Sol')
    await page.getByLabel(/^E-mail/).fill(OWNER.email)
    await page.getByLabel(/^Telefone/).fill('11999990000')
    await page.getByLabel(/^Senha/).fill(OWNER.password)
    await page.getByLabel(/^Plano/).click()
    await page.getByRole('option', { name: 'Plano Sol' }).click()
    await typeDate(page, 'Vencimento', inDays(5))
    await page.getByRole('button', { name: 'Salvar' }).click()
    await saved(page)
    const row = findRow(page, 'Padaria Sol')
    await row.getByText('vence em 5 dias').waitFor()
    expect(await row.getAttribute('class')).toContain('company-row--soon')
  })

  it('gives its administrator another name', async () => {
    const { page } = root
    await page.getByRole('button', { name: 'Editar: Padaria Sol' }).click()
    // The form above the table is scrolled to: on a phone it is a screen away.
    await page.locator('h2:focus').filter({ hasText: 'Editar empresa: Padaria Sol' }).waitFor()
    await page.getByRole('button', { name: 'Usuário', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Usuário de Padaria Sol' })
    await dialog.getByLabel(/^Nome/).fill('Dona Sol')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Usuário salvo com sucesso.').waitFor()
    await page.getByRole('button', { name: 'Limpar', exact: true }).click()
  })
})

story('a company', () => {
  it('checks out in three steps and sees its code', async () => {
    owner = await signedIn(desk.browser, desk.url, OWNER.email, WIDE, OWNER.password)
    const { page } = owner
    await page.goto(`${desk.url}/subscription`)
    await page.getByRole('button', { name: 'Assinar agora!' }).click()
    const dialog = page.getByRole('dialog', { name: 'Falta pouco!' })
    await dialog.getByLabel(/^Nome completo/).waitFor()
    await dialog.getByRole('button', { name: 'PRÓXIMO' }).click()
    await dialog.getByText('O Endereço é obrigatório').waitFor()
    await dialog.getByLabel(/^Nome completo/).fill('Dona Sol')
    await dialog.getByLabel('CPF ou CNPJ').fill('529.982.247-26')
    await dialog.getByLabel(/^Endereço/).fill('Rua do Sol, 1')
    await dialog.getByText('CPF ou CNPJ inválido').waitFor()
    expect(await findFaults(page)).toEqual([])
    await dialog.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
    await dialog.getByLabel(/^Cidade/).fill('Recife')
    await dialog.getByLabel(/^CEP/).fill('50000-000')
    await dialog.getByRole('button', { name: 'PRÓXIMO' }).click()
    await dialog.getByText('R$ 49,90/mês').waitFor()
    await dialog.getByRole('button', { name: 'SELECIONAR' }).click()
    await dialog.getByText('Rua do Sol, 1').waitFor()
    await dialog.getByText('529.982.247-25').waitFor()
    await dialog.getByText('Cobrança: Mensal').waitFor()
    await dialog.getByRole('button', { name: 'PAGAR' }).click()
    await dialog.getByRole('img', { name: 'Código QR do Pix' }).waitFor()
    await dialog.getByText('Aguardando pagamento…').waitFor()
  })

  it('is renewed when the simulated bank pays, and told so', async () => {
    const { page, context } = owner
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Pagar no banco simulado' }).click()
    const bank = await opened
    await bank.getByRole('button', { name: 'Pagar' }).click()
    await bank.getByText('Pago. Pode voltar à fatura.').waitFor()
    await bank.close()
    await page.getByText('Sua licença foi renovada até').waitFor()
    await page.waitForURL((address) => address.pathname === '/')
  })

  it('finds the invoice paid, on a phone too', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Financeiro' }).click()
    const row = findRow(page, 'Plano Sol')
    await row.getByText('Pago').waitFor()
    expect(await row.getByRole('button', { name: /^PAGAR/ }).count()).toBe(0)
    await page.setViewportSize(PHONE)
    await page.getByRole('listitem').filter({ hasText: 'Plano Sol' }).getByText('Pago').waitFor()
    expect(await findFaults(page)).toEqual([])
    expect(owner.faults).toEqual([])
  })

  it('is blocked, exported and deleted by the super user', async () => {
    const { page } = root
    await page.getByRole('button', { name: 'Editar: Padaria Sol' }).click()
    await page.getByRole('switch', { name: 'Status' }).click()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await owner.page.waitForURL((address) => address.pathname === '/login')
    await page.getByRole('button', { name: 'Editar: Padaria Sol' }).click()
    await page.getByRole('button', { name: 'Excluir' }).click()
    const dialog = page.getByRole('alertdialog')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Exportar dados' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^balcao-padaria-sol-\d{4}-\d\d-\d\d\.zip$/)
    expect((await readFile((await file.path()) ?? '')).toString('latin1')).toContain('manifest.json')
    await dialog.getByText('O download começou').waitFor()
    for (const size of [PHONE, WIDE]) {
      await page.setViewportSize(size)
      expect(await findFaults(page)).toEqual([])
    }
    expect(await dialog.getByRole('button', { name: 'Excluir' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Digite o nome da empresa').fill('Padaria Sol')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await findRow(page, 'Padaria Sol').waitFor({ state: 'detached' })
    expect(root.faults).toEqual([])
  })
})
