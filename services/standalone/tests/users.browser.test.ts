import { rm } from 'node:fs/promises'

import { freePort, temporaryFolder } from '@balcao/testkit'
import type { Browser, Page } from 'playwright-core'

import { chromiumPath, launch, signedIn, WIDE, type Agent } from './support/browser'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* An administrator adds a colleague, who logs in, edits the own profile, gets a queue and is deleted. */

const story = chromiumPath ? describe : describe.skip

const CARLA = { name: 'Carla Dias', email: 'carla@demo.local', password: 'cinco patos' }

let dataDir: string
let desk: SpawnedDesk
let browser: Browser
let admin: Agent

beforeAll(async () => {
  if (!chromiumPath) return
  dataDir = await temporaryFolder('users')
  desk = await spawnDesk({
    dataDir,
    port: await freePort(),
    env: { DEMO: 'minimal', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '0' },
  })
  browser = await launch()
  admin = await signedIn(browser, desk.url, 'admin@demo.local', WIDE)
}, 180_000)

afterAll(async () => {
  if (!chromiumPath) return
  await browser.close()
  await desk.stop()
  await rm(dataDir, { recursive: true, force: true })
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
    await page.getByText('Esta senha é fácil de adivinhar').waitFor()
    await dialog.getByLabel(/^Senha/).fill(CARLA.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await findRow(page, CARLA.email).waitFor()
  })

  it('logs in, and renames herself; the administrator sees it and that she is online', async () => {
    carla = await signedIn(browser, desk.url, CARLA.email, WIDE, CARLA.password)
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
    await carla.page.getByRole('combobox').first().click()
    await carla.page.getByRole('option', { name: 'Vendas' }).waitFor()
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
