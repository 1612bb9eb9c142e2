import { rm } from 'node:fs/promises'

import { freePort, temporaryFolder } from '@balcao/testkit'
import type { Browser, Page } from 'playwright-core'

import { chromiumPath, launch, signedIn, WIDE, type Agent } from './support/browser'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* An administrator and an agent use the pages that everyone has: tags. */

const story = chromiumPath ? describe : describe.skip

let dataDir: string
let desk: SpawnedDesk
let browser: Browser
let admin: Agent
let bruno: Agent

beforeAll(async () => {
  if (!chromiumPath) return
  dataDir = await temporaryFolder('everyday')
  desk = await spawnDesk({
    dataDir,
    port: await freePort(),
    env: { DEMO: 'minimal', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '0' },
  })
  browser = await launch()
  admin = await signedIn(browser, desk.url, 'admin@demo.local', WIDE)
  bruno = await signedIn(browser, desk.url, 'bruno@demo.local', WIDE)
}, 180_000)

afterAll(async () => {
  if (!chromiumPath) return
  await browser.close()
  await desk.stop()
  await rm(dataDir, { recursive: true, force: true })
})

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

  it('is deleted everywhere', async () => {
    await bruno.page.getByRole('button', { name: 'Excluir: Reposição' }).click()
    await bruno.page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await findRow(bruno.page, 'Reposição').waitFor({ state: 'detached' })
    await findRow(admin.page, 'Reposição').waitFor({ state: 'detached' })
    expect([...admin.faults, ...bruno.faults]).toEqual([])
  })
})
