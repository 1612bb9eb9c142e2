import { rm } from 'node:fs/promises'

import { freePort, temporaryFolder } from '@balcao/testkit'
import type { Browser, Page } from 'playwright-core'

import { chromiumPath, launch, signedIn, WIDE, type Agent } from './support/browser'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* An administrator and an agent plan on the demo's desk: cards of the kanban. */

const story = chromiumPath ? describe : describe.skip

let dataDir: string
let desk: SpawnedDesk
let browser: Browser
let admin: Agent
let ana: Agent

beforeAll(async () => {
  if (!chromiumPath) return
  dataDir = await temporaryFolder('planning')
  desk = await spawnDesk({
    dataDir,
    port: await freePort(),
    env: { DEMO: 'full', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '0' },
  })
  browser = await launch()
  admin = await signedIn(browser, desk.url, 'admin@demo.local', WIDE)
  ana = await signedIn(browser, desk.url, 'ana@demo.local', WIDE)
}, 180_000)

afterAll(async () => {
  if (!chromiumPath) return
  await browser.close()
  await desk.stop()
  await rm(dataDir, { recursive: true, force: true })
})

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

  it('opens its ticket', async () => {
    await card(ana.page, 'Orçamento', 'Ateliê Lume').getByRole('link').click()
    await ana.page.getByRole('heading', { name: 'Conversa com Ateliê Lume' }).waitFor({ state: 'attached' })
    expect([...admin.faults, ...ana.faults]).toEqual([])
  })
})
