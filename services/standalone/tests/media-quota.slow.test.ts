import { readFileSync } from 'node:fs'
import path from 'node:path'

import { MINUTE } from '@balcao/kernel'
import type { Page } from 'playwright-core'

import { findFaults, setTheme } from './support/axe'
import { signedIn, WIDE, type Agent } from './support/browser'
import { story } from './support/browser-desk'
import { until } from './support/company'
import { LUCIA, startConversationDesk } from './support/stories/conversation-desk'
import { findBubbles } from './support/ticket-screens'

/*
 * A super user limits the media of a plan. Its company sees what is used; files above the limit are refused and lose no text, and a
 * customer's file waits until the plan is raised.
 */

const KILOBYTE = 1024
/** The first try after a minute, the others after five: it may come just before the plan is raised. */
const WAITS_AT_MOST_MS = 8 * MINUTE

const photo = readFileSync(path.join(__dirname, '../assets/demo/photo.png'))
const textFile = (name: string, kilobytes: number) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(kilobytes * KILOBYTE, 'a'),
})

const getDesk = startConversationDesk('media-quota')
let root: Agent
let admin: Agent
let ana: Agent

beforeAll(async () => {
  const { browser, url } = getDesk()
  ana = getDesk().ana
  root = await signedIn(browser, url, 'super@demo.local', WIDE)
  admin = await signedIn(browser, url, 'admin@demo.local', WIDE)
})

const saved = (page: Page) => page.getByText('Operação realizada com sucesso!').last().waitFor()

async function limitPlan(gigabytes: string): Promise<void> {
  const { page } = root
  await page.goto(`${getDesk().url}/settings`)
  await page.getByRole('tab', { name: 'Planos' }).click()
  await page.getByRole('button', { name: 'Editar: Plano 1' }).click()
  await page.getByLabel('Mídia (GB)').fill(gigabytes)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await saved(page)
}

async function sendFile(file: ReturnType<typeof textFile>, caption: string): Promise<void> {
  await ana.page.locator('input[type="file"]').first().setInputFiles(file)
  const field = ana.page.getByRole('textbox', { name: /Legenda/ })
  await field.fill(caption)
  await field.press('Enter')
  await findBubbles(ana, caption).waitFor()
}

const readSent = async (text: string) =>
  (await getDesk().listSent(LUCIA.number)).find(({ body }) => body.includes(text))

story('the space for files', () => {
  const quickMessage = () => admin.page.getByRole('dialog', { name: 'Adicionar resposta rápida' })
  const notSent = () =>
    ana.page
      .getByRole('status')
      .filter({ hasText: 'Não enviada: A empresa não tem espaço para este arquivo' })
  const customersFile = () => findBubbles(ana, 'A foto da vitrine')
  const reason =
    'O arquivo aguarda: a empresa está sem espaço. Ele chega aqui quando arquivos forem apagados ou o plano aumentar.'

  it('has a limit, and the administrator sees what is used of it', async () => {
    const { page } = admin
    await limitPlan('0,001')
    await sendFile(textFile('recibo.txt', 300), 'segue o recibo')
    await until(() => readSent('segue o recibo'), 'the receipt on the phone')
    await page.goto(`${getDesk().url}/settings`)
    const usage = page.getByRole('region', { name: 'Espaço para arquivos' })
    await usage.getByText('300 KB de 1 MB usados.').waitFor()
    await setTheme(page, 'dark')
    const [track, line] = await page.evaluate<string[]>(`(() => {
      const bar = document.querySelector('[role="progressbar"]')
      return [getComputedStyle(bar).backgroundColor, getComputedStyle(bar.closest('section')).borderTopColor]
    })()`)
    // A track that is brighter than the bar looks like the part that is used.
    expect(track).toBe(line)
    await setTheme(page, 'light')
    expect(await findFaults(page)).toEqual([])
  })

  it('refuses a file above it, says how much is used and leaves the text', async () => {
    const { page } = admin
    await page.getByRole('link', { name: 'Respostas Rápidas', exact: true }).click()
    await page.getByRole('button', { name: 'Adicionar resposta rápida' }).first().click()
    await quickMessage()
      .getByLabel(/^Atalho/)
      .fill('catalogo')
    await quickMessage()
      .getByLabel(/^Mensagem/)
      .fill('Segue o catálogo')
    await quickMessage().locator('input[type=file]').setInputFiles(textFile('catalogo.txt', 900))
    await quickMessage().getByRole('button', { name: 'Adicionar', exact: true }).click()
    await page
      .getByText('A empresa não tem espaço para este arquivo: 300 KB de 1 MB usados. Ele não foi salvo.')
      .waitFor()
    expect(
      await quickMessage()
        .getByLabel(/^Mensagem/)
        .inputValue(),
    ).toBe('Segue o catálogo')
  })

  it('refuses an agent’s file in its bubble, which keeps file and caption', async () => {
    await sendFile(textFile('planta.txt', 900), 'segue a planta')
    const bubble = findBubbles(ana, 'segue a planta')
    await notSent().waitFor()
    await ana.page.reload()
    await bubble.getByRole('link', { name: 'Baixar planta.txt' }).waitFor()
    await notSent().waitFor()
    expect(await readSent('segue a planta')).toBeUndefined()
  })

  it('lets a customer’s file wait in its bubble, with the reason; texts come', async () => {
    const { network, connection, says } = getDesk()
    const content = Buffer.concat([photo, Buffer.alloc(900 * KILOBYTE)])
    const media = { name: 'vitrine.png', mimeType: 'image/png', base64: content.toString('base64') }
    const message = { ...LUCIA, connection: connection.id, kind: 'image', body: 'A foto da vitrine', media }
    await network('post', '/simulator/inbound', { messages: [message] })
    await customersFile().getByRole('status').filter({ hasText: reason }).waitFor()
    await says('Chegou a foto?')
    await findBubbles(ana, 'Chegou a foto?').waitFor()
    expect(await findFaults(ana.page)).toEqual([])
  })

  it(
    'is raised: the file arrives by itself in its bubble, and the reason goes',
    async () => {
      await limitPlan('0,5')
      const picture = customersFile().getByRole('button', { name: 'Abrir imagem vitrine.png' })
      await picture.waitFor({ timeout: WAITS_AT_MOST_MS })
      expect(await customersFile().count()).toBe(1)
      expect(await ana.page.getByText(reason).count()).toBe(0)
      const widthOf = () =>
        picture.locator('img').evaluate((img) => (img as { naturalWidth: number }).naturalWidth)
      await until(async () => (await widthOf()) > 0 || undefined, 'the picture to be drawn')
      const texts = await ana.page.getByRole('article').allInnerTexts()
      const positionOf = (text: string) => texts.findIndex((shown) => shown.includes(text))
      expect(positionOf('A foto da vitrine')).toBeLessThan(positionOf('Chegou a foto?'))
    },
    WAITS_AT_MOST_MS + MINUTE,
  )

  it('takes what was refused when it is tried again', async () => {
    await notSent().getByRole('button', { name: 'Tentar de novo' }).click()
    await until(() => readSent('segue a planta'), 'the plan on the phone')
    await quickMessage().getByRole('button', { name: 'Adicionar', exact: true }).click()
    const row = admin.page.getByRole('row').filter({ hasText: '/catalogo' })
    await row.getByRole('link', { name: 'catalogo.txt' }).waitFor()
    expect([...root.faults, ...admin.faults, ...ana.faults]).toEqual([])
  })
})
