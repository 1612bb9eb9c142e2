import type { LoginAnswer, ManagedCompanyView } from '@balcao/contracts'
import type { Locator, Page } from 'playwright-core'

import { findFaults, setTheme } from './support/axe'
import { PHONE, PASSWORD, signedIn, WIDE, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { createApiCall, until, type Call } from './support/company'

/*
 * An administrator pays for another plan than the company has: chosen by keys, refused where it is too small, followed by a second tab, and
 * the company's once it is paid.
 */

const OWNER = 'dona@lua.test'
const OWN_PASSWORD = 'cinco patos'

let desk: BrowserDesk
let owner: Agent
let page: Page
let call: Call
let companyId: number

const logIn = async (email: string, password: string) => {
  const { body } = await createApiCall(desk.url)<LoginAnswer>('POST', '/auth/login', { email, password })
  return createApiCall(desk.url, body.token)
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

async function makeCompany(): Promise<void> {
  const root = await logIn('super@demo.local', PASSWORD)
  const company = await root<ManagedCompanyView>('POST', '/companies', {
    name: 'Padaria Lua',
    email: OWNER,
    password: OWN_PASSWORD,
    planId: 1,
    dueDate: inDays(10),
  })
  expect(company).toMatchObject({ status: 200 })
  companyId = company.body.id
  call = await until(async () => {
    const found = await logIn(OWNER, OWN_PASSWORD)
    return (await found('GET', '/subscription')).status === 200 ? found : undefined
  }, 'the new company')
  for (const name of ['Ana', 'Bruno', 'Caio']) {
    const email = `${name.toLowerCase()}@lua.test`
    const user = { name, email, password: OWN_PASSWORD, profile: 'admin', queueIds: [] }
    expect(await call('POST', '/users', user)).toMatchObject({ status: 200 })
  }
  // A colleague, as a second log-in of the owner would end the first.
  call = await logIn('ana@lua.test', OWN_PASSWORD)
}

startBrowserDesk('checkout', async (started) => {
  desk = started
  await makeCompany()
  owner = await signedIn(desk.browser, desk.url, OWNER, WIDE, OWN_PASSWORD)
  page = owner.page
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

const findDialog = (of = page) => of.getByRole('dialog', { name: 'Falta pouco!' })
const findPlan = (name: string) => findDialog().getByRole('radio', { name })
const summary = () => findDialog().getByRole('complementary', { name: 'Resumo' })

/** How a step looks in four ways; its pictures are kept where CHECKOUT_PICTURES names a folder. */
async function checkLooks(name: string): Promise<void> {
  const folder = process.env.CHECKOUT_PICTURES
  for (const [size, viewport] of Object.entries({ wide: WIDE, phone: PHONE })) {
    await page.setViewportSize(viewport)
    expect(await findFaults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    for (const theme of folder ? (['light', 'dark'] as const) : []) {
      await setTheme(page, theme)
      await page.screenshot({ path: `${folder}/${name}-${size}-${theme}.png` })
    }
    await setTheme(page, 'light')
  }
  await page.setViewportSize(WIDE)
}

async function tabTo(target: Locator): Promise<void> {
  for (let count = 0; count < 30; count += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach ${String(target)}`)
}

story('a checkout', () => {
  afterAll(async () => {
    expect(owner.faults).toEqual([])
  })

  it('asks who pays first where that is not known, and finds no fault before anything is typed', async () => {
    await page.goto(`${desk.url}/subscription`)
    await page.getByRole('button', { name: 'Assinar agora!' }).click()
    await findDialog()
      .getByLabel(/^Nome completo/)
      .waitFor()
    expect(await findDialog().locator('[aria-invalid=true]').count()).toBe(0)
    await checkLooks('payer')
    const fields = [
      [/^Nome completo/, 'Dona Lua'],
      ['CPF ou CNPJ', '529.982.247-25'],
      [/^Endereço/, 'Rua da Lua, 2'],
      [/^Cidade/, 'Recife'],
      [/^CEP/, '50000-000'],
    ] as const
    for (const [label, text] of fields) {
      await findDialog().getByLabel(label).waitFor()
      await tabTo(findDialog().getByLabel(label))
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await findPlan('Plano 1').waitFor()
  })

  it('shows the plans, with the company’s own chosen and those closed that are too small', async () => {
    await findPlan('Plano 1').waitFor()
    expect(await findPlan('Plano 1').isChecked()).toBe(true)
    expect(await findPlan('Plano 2').isDisabled()).toBe(true)
    await findDialog().getByText('em uso: 4').waitFor()
    await summary().getByText('R$ 30,00').waitFor()
    await checkLooks('plans')
  })

  it('is for another plan and recurrence by keys alone, at the price of the server', async () => {
    await tabTo(findPlan('Plano 1'))
    await page.keyboard.press('ArrowDown')
    expect(await findPlan('Plano 3').isChecked()).toBe(true)
    // R$ 60 more a month, for ten of thirty days.
    await summary().getByText('R$ 110,00').waitFor()
    await summary().getByText('Inclui R$ 20,00 pela diferença').waitFor()
    const recurrence = findDialog().getByRole('combobox', { name: 'Cobrança' })
    await tabTo(recurrence)
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Anual: R$ 1.100,00' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await summary().getByText('R$ 200,00').waitFor()
    await summary().getByText('Cobrança: Bimestral').waitFor()
    await checkLooks('other-plan')
  })

  it('goes on by keys to review and code', async () => {
    await tabTo(findDialog().getByRole('button', { name: 'PRÓXIMO' }))
    await page.keyboard.press('Enter')
    await findDialog().getByText('Rua da Lua, 2').waitFor()
    await checkLooks('review')
    await tabTo(findDialog().getByRole('button', { name: 'PAGAR' }))
    await page.keyboard.press('Enter')
    await findDialog().getByRole('img', { name: 'Código QR do Pix' }).waitFor()
    await findDialog().getByText('R$ 200,00').waitFor()
    await checkLooks('code')
  })

  it('tells a tab whose code does not count any more, once another one has chosen', async () => {
    expect((await call('POST', '/subscription', { planId: 3, recurrence: 'MENSAL' })).status).toBe(200)
    await findDialog().getByText('Esta fatura mudou: agora são R$ 110,00').waitFor()
    expect(await findDialog().getByRole('img', { name: 'Código QR do Pix' }).count()).toBe(0)
    await checkLooks('replaced')
    await findDialog().getByRole('button', { name: 'Gerar novo código' }).click()
    expect(await findPlan('Plano 3').isChecked()).toBe(true)
    await summary().getByText('R$ 110,00').waitFor()
  })

  it('gives the plan once it is paid', async () => {
    const press = (name: string) => findDialog().getByRole('button', { name, exact: true }).click()
    await press('PRÓXIMO')
    await press('PAGAR')
    const opened = owner.context.waitForEvent('page')
    await page.getByRole('link', { name: 'Pagar no banco simulado' }).click()
    const bank = await opened
    await bank.getByRole('button', { name: 'Pagar' }).click()
    await bank.getByText('Pago. Pode voltar à fatura.').waitFor()
    await page.getByText('Sua licença foi renovada até').waitFor()
    const plan = await until(async () => {
      const { body } = await call<{ plan: { name: string } }>('GET', `/companies/listPlan/${companyId}`)
      return body.plan.name === 'Plano 3' ? body.plan.name : undefined
    }, 'the chosen plan')
    expect(plan).toBe('Plano 3')
  })

  it('opens the desk again, past the due date, once it is paid', async () => {
    const root = await logIn('super@demo.local', PASSWORD)
    await page.goto(`${desk.url}/tags`)
    await page.getByRole('link', { name: 'Tags' }).waitFor()
    expect((await root('PUT', `/companies/${companyId}`, { dueDate: '2026-01-05' })).status).toBe(200)
    await page.getByText('Sua assinatura venceu').waitFor()
    await until(
      async () => ((await page.getByRole('button', { name: /^PAGAR/ }).count()) > 0 ? true : undefined),
      'the invoice',
    )
    await checkLooks('past-due')
    await page.getByRole('button', { name: /^PAGAR/ }).click()
    const press = (name: string) => findDialog().getByRole('button', { name, exact: true }).click()
    expect(await findPlan('Plano 3').isChecked()).toBe(true)
    await press('PRÓXIMO')
    await press('PAGAR')
    const opened = owner.context.waitForEvent('page')
    await page.getByRole('link', { name: 'Pagar no banco simulado' }).click()
    const bank = await opened
    await bank.getByRole('button', { name: 'Pagar' }).click()
    await page.getByText('Sua licença foi renovada até').first().waitFor()
    await page.getByRole('link', { name: 'Tags' }).waitFor()
  })
})
