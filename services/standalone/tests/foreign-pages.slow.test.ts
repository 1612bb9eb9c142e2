import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { companyId } from '@balcao/contracts'
import { KEEPS_CONNECTIONS, TEST_PASSWORD, type TestDesk } from '@balcao/testkit'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'

import { launch } from './support/browser'
import { story } from './support/browser-desk'
import { startDesk } from './support/start-desk'

/* All names are of this machine. To a browser the first three are one site, and ports are no boundary for cookies. */
const HOSTS = {
  desk: 'desk.example',
  front: 'front.desk.example',
  sibling: 'blog.desk.example',
  foreign: 'evil.test',
}

let pages: Server
let pagesPort: number
let desk: TestDesk
let browser: Browser
let context: BrowserContext

const deskUrl = `http://${HOSTS.desk}`
const pageOn = (host: string) => `http://${host}:${pagesPort}/`

/* A form that a page submits by itself, as the classic forgery does, and any other page. */
const html = (url: string) =>
  url.startsWith('/form')
    ? `<form method="post" action="${deskUrl}/auth/refresh_token"></form><script>document.forms[0].submit()</script>`
    : url.startsWith('/sandbox')
      ? `<iframe sandbox="allow-scripts allow-forms" src="/form"></iframe>`
      : '<title>a page</title>'

beforeAll(async () => {
  pages = createServer(KEEPS_CONNECTIONS, ({ url = '/' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${html(url)}`)
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  pagesPort = (pages.address() as AddressInfo).port
  desk = await startDesk({
    publicUrl: deskUrl,
    publicOrigins: [new URL(pageOn(HOSTS.front)).origin],
    hasJobs: false,
  })
  const rules = [
    `MAP ${HOSTS.desk}:80 127.0.0.1:${new URL(desk.url).port}`,
    ...Object.values(HOSTS).map((host) => `MAP ${host} 127.0.0.1`),
  ]
  browser = await launch([`--host-resolver-rules=${rules.join(', ')}`])
})

afterAll(async () => {
  await browser.close()
  pages.closeAllConnections()
  await new Promise((resolve) => pages.close(resolve))
})

interface Told {
  status: number
  body: { error?: string; token?: string }
}

/* Of a page that can read the answer. */
const call = (page: Page, method: string, path: string, init = '{}'): Promise<Told> =>
  page.evaluate<Told>(`fetch('${deskUrl}${path}', { method: '${method}', credentials: 'include', ...(${init}) })
    .then(async (answer) => ({ status: answer.status, body: await answer.json() }))`)

const logIn = async (page: Page): Promise<string> => {
  const body = JSON.stringify({ email: 'ana@demo.test', password: TEST_PASSWORD })
  const init = `{ headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} }`
  return (await call(page, 'POST', '/auth/login', init)).body.token ?? ''
}

/* A refresh leaves a second token. */
const countTokens = async () =>
  (
    await desk.pg.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM auth.refresh_tokens WHERE revoked_at IS NULL',
    )
  )[0]?.n

const isRefresh = (request: Request) =>
  request.url().endsWith('/auth/refresh_token') && request.method() === 'POST'

beforeEach(async () => {
  context = await browser.newContext()
})
afterEach(() => context.close())

story('the own page of a desk', () => {
  it('refreshes with its cookie and nothing else, in several tabs at once', async () => {
    const tabs = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
    for (const tab of tabs) await tab.goto(`${deskUrl}/version`)
    await logIn(tabs[0]!)
    const answers = await Promise.all(tabs.map((tab) => call(tab, 'POST', '/auth/refresh_token')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const [index, { body }] of answers.entries())
      expect(
        await call(tabs[index]!, 'GET', '/auth/me', `{ headers: { authorization: 'Bearer ${body.token}' } }`),
      ).toMatchObject({ status: 200 })
  })

  it('is refused with 401 once its session is over, and has no cookie then', async () => {
    const page = await context.newPage()
    await page.goto(`${deskUrl}/version`)
    const token = await logIn(page)
    await page.evaluate(
      `fetch('/auth/logout', { method: 'DELETE', headers: { authorization: 'Bearer ${token}' } })`,
    )
    expect(await call(page, 'POST', '/auth/refresh_token')).toMatchObject({
      status: 401,
      body: { error: 'ERR_SESSION_OVER' },
    })
  })
})

story('the page of a listed origin', () => {
  it('signs in and refreshes, with plain calls', async () => {
    const page = await context.newPage()
    await page.goto(pageOn(HOSTS.front))
    await logIn(page)
    const { status, body } = await call(page, 'POST', '/auth/refresh_token')
    expect(status).toBe(200)
    expect(
      await call(page, 'GET', '/auth/me', `{ headers: { authorization: 'Bearer ${body.token}' } }`),
    ).toMatchObject({ status: 200, body: { email: 'ana@demo.test' } })
  })
})

story('media of the desk', () => {
  const PIXEL = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  let link: string
  beforeAll(async () => {
    const key = `companies/${desk.demo.id}/2026/11/0123456789abcdef0123456789abcdef.png`
    await desk.portsOf('auth').blobs.put(key, PIXEL)
    link = desk
      .portsOf('tickets')
      .mediaLinks.sign(companyId(desk.demo.id), key, { name: 'nota.png', mimeType: 'image/png' })
  })

  const shows = (page: Page) =>
    page.evaluate<boolean>(`new Promise((resolve) => {
      const image = new Image()
      image.onload = () => resolve(image.naturalWidth === 1)
      image.onerror = () => resolve(false)
      image.src = '${link}'
    })`)

  it('begin with its address, and are shown by the page of a listed origin that signed in', async () => {
    expect(link).toMatch(new RegExp(`^${deskUrl}/public/m/`))
    const page = await context.newPage()
    await page.goto(pageOn(HOSTS.front))
    expect(await shows(page)).toBe(false)
    await logIn(page)
    expect(await shows(page)).toBe(true)
    const read = `fetch('${link}', { credentials: 'include' }).then((answer) => answer.arrayBuffer()).then((bytes) => bytes.byteLength)`
    expect(await page.evaluate(read)).toBe(PIXEL.length)
  })

  it('are not shown by another site, nor read by an unlisted origin, while the user is signed in', async () => {
    const own = await context.newPage()
    await own.goto(`${deskUrl}/version`)
    await logIn(own)
    expect(await shows(own)).toBe(true)
    const foreign = await context.newPage()
    await foreign.goto(pageOn(HOSTS.foreign))
    expect(await shows(foreign)).toBe(false)
    const sibling = await context.newPage()
    await sibling.goto(pageOn(HOSTS.sibling))
    const read = `fetch('${link}', { credentials: 'include' }).then(() => 'read', () => 'blocked')`
    expect(await sibling.evaluate(read)).toBe('blocked')
  })
})

story('a forged refresh', () => {
  let victim: Page
  beforeEach(async () => {
    victim = await context.newPage()
    await victim.goto(`${deskUrl}/version`)
    await logIn(victim)
  })

  const expectUntouched = async (before: number | undefined) => {
    expect(await countTokens()).toBe(before)
    expect((await call(victim, 'POST', '/auth/refresh_token')).status).toBe(200)
  }

  const attempts: [string, string][] = [
    ['a readable call', `{ method: 'POST', credentials: 'include' }`],
    ['a blind call', `{ method: 'POST', credentials: 'include', mode: 'no-cors' }`],
    [
      'a call with a form',
      `{ method: 'POST', credentials: 'include', mode: 'no-cors', body: new URLSearchParams('a=1') }`,
    ],
    [
      'a call with the header of a script',
      `{ method: 'POST', credentials: 'include', headers: { 'x-requested-with': 'balcao' } }`,
    ],
    [
      'a call that outlives its page',
      `{ method: 'POST', credentials: 'include', mode: 'no-cors', keepalive: true }`,
    ],
    [
      'a call without a referrer',
      `{ method: 'POST', credentials: 'include', mode: 'no-cors', referrerPolicy: 'no-referrer' }`,
    ],
  ]
  const attackers: [string, string, boolean][] = [
    ['another port of the host', HOSTS.desk, true],
    ['another sub-domain', HOSTS.sibling, true],
    ['another site', HOSTS.foreign, false],
  ]

  for (const [where, host, hasCookie] of attackers) {
    it.each(attempts)(`from ${where}, by %s, changes nothing`, async (_name, init) => {
      const before = await countTokens()
      const page = await context.newPage()
      await page.goto(pageOn(host))
      const outcome = await page.evaluate<string>(`fetch('${deskUrl}/auth/refresh_token', ${init})
        .then((answer) => answer.type + ' ' + answer.status, () => 'blocked')`)
      expect(['opaque 0', 'blocked']).toContain(outcome)
      await expectUntouched(before)
    })

    it(`from ${where}, by a form, changes nothing and is refused`, async () => {
      const before = await countTokens()
      const page = await context.newPage()
      const asked = page.waitForRequest(isRefresh)
      await page.goto(`${pageOn(host)}form`, { waitUntil: 'commit' })
      const { cookie } = await (await asked).allHeaders()
      // The cookie comes along from the own site: there the origin alone tells.
      expect(cookie?.includes('jrt=') ?? false).toBe(hasCookie)
      const answer = await (await asked).response()
      expect([answer?.status(), await answer?.json()]).toEqual([
        401,
        expect.objectContaining({ error: 'ERR_ORIGIN_NOT_ALLOWED' }),
      ])
      expect(await answer?.headerValue('set-cookie')).toBeNull()
      await expectUntouched(before)
    })

    it(`from a sandbox on ${where} changes nothing and is refused`, async () => {
      const before = await countTokens()
      const page = await context.newPage()
      const asked = page.waitForRequest(isRefresh)
      await page.goto(`${pageOn(host)}sandbox`, { waitUntil: 'commit' })
      const { origin } = await (await asked).allHeaders()
      expect(origin).toBe('null')
      expect((await (await asked).response())?.status()).toBe(401)
      await expectUntouched(before)
    })
  }
})
