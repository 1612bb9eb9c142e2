import type { CloudAccountView, ConnectionView } from '@balcao/contracts'
import type { Page } from 'playwright-core'

import { DEMO_ACCOUNT } from '../../messaging-gateway/src/adapters/whatsapp/simulated-cloud'
import { findFaults } from './support/axe'
import { PHONE, signedIn, WIDE, type Agent } from './support/browser'
import { startBrowserDesk, story, type BrowserDesk } from './support/browser-desk'
import { until, type Call } from './support/company'
import { logIn } from './support/ticket-screens'

let desk: BrowserDesk
let call: Call
let admin: Agent
let connection: number

startBrowserDesk('embedded-signup', async (started) => {
  desk = started
  ;({ call } = await logIn(desk.url, 'super@demo.local'))
  const { body } = await call<ConnectionView>('post', '/whatsapp', { name: 'Centro', provider: 'cloud' })
  connection = body.id
  admin = await signedIn(desk.browser, desk.url, 'admin@demo.local', WIDE)
  await admin.page.goto(`${desk.url}/connections`)
})

const dialog = () => admin.page.getByRole('dialog', { name: 'Credenciais da API oficial' })

async function openDialog(): Promise<void> {
  await admin.page
    .getByRole('row')
    .filter({ hasText: 'Centro' })
    .getByRole('button', { name: 'Credenciais' })
    .click()
  await dialog().getByRole('button', { name: 'Conectar com a Meta' }).waitFor()
}

/** The window of the desk that runs Meta's JavaScript. */
async function openPage(): Promise<Page> {
  const [page] = await Promise.all([
    admin.context.waitForEvent('page'),
    dialog().getByRole('button', { name: 'Conectar com a Meta' }).press('Enter'),
  ])
  await page.getByRole('button', { name: 'Entrar com o Facebook' }).waitFor()
  return page
}

/** Meta's own window, as it is simulated. */
async function openMeta(page: Page): Promise<Page> {
  const [meta] = await Promise.all([
    admin.context.waitForEvent('page'),
    page
      .locator(':focus')
      .and(page.getByRole('button', { name: 'Entrar com o Facebook' }))
      .press('Enter'),
  ])
  await meta.getByRole('heading', { name: 'Meta simulada' }).waitFor()
  return meta
}

const readAccount = async () =>
  (await call<CloudAccountView>('get', `/whatsapp/${connection}/cloud-account`)).body

story('an official number by Meta’s embedded sign-up', () => {
  it('says that it was cancelled at Meta, and stores nothing', async () => {
    await openDialog()
    for (const viewport of [PHONE, WIDE]) {
      await admin.page.setViewportSize(viewport)
      expect(await findFaults(admin.page)).toEqual([])
    }
    const page = await openPage()
    expect(await findFaults(page)).toEqual([])
    await dialog().getByText('Conclua na janela que foi aberta').waitFor()
    const meta = await openMeta(page)
    await meta.getByRole('button', { name: 'Cancelar' }).click()
    await dialog().getByText('A conexão foi cancelada na Meta').waitFor()
    expect(await findFaults(admin.page)).toEqual([])
    expect((await readAccount()).phoneNumberId).toBe('')
  })

  it('repeats what Meta says of an error', async () => {
    const meta = await openMeta(await openPage())
    await meta.getByRole('button', { name: 'Simular um erro' }).click()
    await dialog().getByText('A Meta informou: Simulated error of the sign-up.').waitFor()
  })

  it('notices that its window was closed', async () => {
    const page = await openPage()
    await page.close()
    await dialog().getByText('A janela foi fechada antes do fim').waitFor()
  })

  it('closes its window when it is stopped here', async () => {
    const page = await openPage()
    await dialog().getByRole('button', { name: 'Parar' }).click()
    await until(() => Promise.resolve(page.isClosed() ? true : undefined), 'the closed window')
    await dialog().getByRole('button', { name: 'Conectar com a Meta' }).waitFor()
  })

  it('says that the browser blocked the window', async () => {
    await admin.page.evaluate('window.open = () => null')
    await dialog().getByRole('button', { name: 'Conectar com a Meta' }).click()
    await dialog().getByText('O navegador bloqueou a janela').waitFor()
    await admin.page.reload()
    await openDialog()
  })

  it('refuses a page that nobody opened', async () => {
    const page = await admin.context.newPage()
    await page.goto(`${desk.url}/whatsapp-signup`)
    await page.getByText('Abra esta página pelo Balcão').waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.close()
  })

  it('connects the chosen number, which the desk registers', async () => {
    const meta = await openMeta(await openPage())
    expect(await findFaults(meta)).toEqual([])
    await meta.getByRole('button', { name: DEMO_ACCOUNT.newNumber.verifiedName }).click()
    await dialog().waitFor({ state: 'detached' })
    await admin.page.getByText('A Meta aceitou as credenciais.').waitFor()
    await until(async () => {
      const { body } = await call<ConnectionView>('get', `/whatsapp/${connection}`)
      return body.status === 'CONNECTED' ? body : undefined
    }, 'the official number')
    expect(await readAccount()).toMatchObject({
      phoneNumberId: DEMO_ACCOUNT.newNumber.phoneNumberId,
      verifiedName: 'Loja Aurora Centro',
      hasToken: true,
    })
    expect(admin.faults).toEqual([])
  })
})
