import { appendFileSync, readdirSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { createHttpApp, defaultEdgeSettings, serveWebFiles } from '@balcao/platform'
import { KEEPS_CONNECTIONS, temporaryFolder, waitFor } from '@balcao/testkit'
import type { RequestHandler } from 'express'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import { chromiumPath, launch, WIDE } from './support/browser'

/* The built app with the product's headers, and no services behind it: what the device keeps. */

const story = chromiumPath ? describe : describe.skip
const BUILT = path.join(__dirname, '../../../web/dist')

let folder: string
let server: Server
let files: RequestHandler
let url: string
let browser: Browser
let context: BrowserContext
let page: Page
const faults: string[] = []

async function listen(): Promise<void> {
  const app = createHttpApp(
    { edge: defaultEdgeSettings(), trustedProxies: 0, allowedOrigins: [], isHttps: false },
    (mounted) => mounted.use((request, response, next) => files(request, response, next)),
  )
  server = createServer(KEEPS_CONNECTIONS, app)
  const port = url ? Number(new URL(url).port) : 0
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const stop = () =>
  new Promise<void>((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

const isControlled = () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null')

beforeAll(async () => {
  if (!chromiumPath) return
  folder = await temporaryFolder('installable')
  // Without the compressed copies, which a changed file would not match.
  await cp(BUILT, folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) })
  files = serveWebFiles(folder)
  await listen()
  browser = await launch()
  context = await browser.newContext({ viewport: WIDE, locale: 'pt-BR' })
  page = await context.newPage()
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(`${url}/login`)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.reload()
  await waitFor(isControlled)
})

afterAll(async () => {
  if (!chromiumPath) return
  await browser.close()
  await stop()
  await rm(folder, { recursive: true, force: true })
})

story('the installed app', () => {
  it('has all that Chromium asks of an app', async () => {
    const devtools = await context.newCDPSession(page)
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // A browser's context of a test is a private window.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    const { errors, data } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Balcão', display: 'standalone', scope: '/' })
    for (const { src } of (JSON.parse(data ?? '{}') as { icons: { src: string }[] }).icons)
      expect((await fetch(url + src)).headers.get('content-type')).toBe('image/png')
  })

  it('keeps no answer of a call on the device', async () => {
    const kept = await page.evaluate<string[]>(`caches.keys()
      .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
      .then((requests) => requests.flat().map(({ url }) => new URL(url).pathname))`)
    expect(kept.length).toBeGreaterThan(20)
    expect(kept.filter((name) => !/^\/($|assets\/|favicon\.svg$|theme\.js$)/.test(name))).toEqual([])
  })

  it('opens without a network', async () => {
    await stop()
    await page.goto(`${url}/login`)
    await page.getByLabel('E-mail').waitFor()
    // Stylesheets are asked for with another `Accept` than the worker's, and the server's answers vary by it.
    const styles = readdirSync(path.join(folder, 'assets')).filter((name) => name.endsWith('.css'))
    expect(styles.length).toBeGreaterThan(20)
    const missing = await page.evaluate<string[]>(`Promise.all(${JSON.stringify(styles)}.map((name) =>
      new Promise((resolve) => {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/' + name })
        link.onload = () => resolve('')
        link.onerror = () => resolve(name)
        document.head.append(link)
      }))).then((names) => names.filter((name) => name !== ''))`)
    expect(missing).toEqual([])
    await listen()
    expect(faults).toEqual([])
  })

  it('loads a page that it does not have yet by itself, once the network is back', async () => {
    const fresh = await browser.newContext({ viewport: WIDE, locale: 'pt-BR', serviceWorkers: 'block' })
    const visitor = await fresh.newPage()
    await visitor.goto(`${url}/login`)
    await visitor.getByLabel('E-mail').waitFor()
    await fresh.setOffline(true)
    await visitor.getByRole('link', { name: 'Registre-se, agora mesmo!' }).click()
    await visitor.getByRole('alert').getByText('Esta área ainda não foi carregada.').waitFor()
    await fresh.setOffline(false)
    await visitor.getByLabel('Nome da empresa').waitFor()
    expect(new URL(visitor.url()).pathname).toBe('/signup')
    await fresh.close()
  })

  it('offers a new version and reloads only when asked', async () => {
    await page.goto(`${url}/login`)
    await page.getByLabel('E-mail').fill('ana@demo.local')
    appendFileSync(path.join(folder, 'service-worker.js'), '\n// a new version')
    files = serveWebFiles(folder)
    await page.evaluate(
      'navigator.serviceWorker.getRegistration().then((known) => known.update()).then(() => undefined)',
    )
    const update = page.getByRole('button', { name: 'Atualizar' })
    await update.waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ana@demo.local')
    await Promise.all([page.waitForEvent('load'), update.click()])
    await page.getByLabel('E-mail').waitFor()
    expect(
      await page.evaluate('navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting)'),
    ).toBeNull()
    expect(faults).toEqual([])
  })
})
