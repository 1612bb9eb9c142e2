import { existsSync } from 'node:fs'

import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core'

import { until } from './company'
import { watchBrowser } from './failure-evidence'

const CANDIDATES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export const chromiumPath = CANDIDATES.find((candidate) => candidate && existsSync(candidate))

const ARGS = [
  '--no-sandbox',
  // A fake microphone with granted permission.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @param args further ones of the command line */
export const launch = async (args: readonly string[] = []): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath: chromiumPath!, args: [...ARGS, ...args] })
  return watchBrowser(browser)
}

/** A browser with this extension, unpacked, and a new profile. */
export async function launchWithExtension(
  folder: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext('', {
    executablePath: chromiumPath!,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [...ARGS, `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/* Late painting of a screen on a busy machine is not an error. */
const PATIENCE_MS = 60_000

export const WIDE = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }
/** A finger and no mouse. */
export const TOUCH: BrowserContextOptions = { hasTouch: true, isMobile: true }

export const PASSWORD = 'balcao123'

export type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Waits until what is painted has the wanted place and size: between two renders an element has none. */
export const untilPlaced = (element: Locator, isWanted: (box: Box) => boolean, what: string): Promise<true> =>
  until(async () => {
    const box = await element.boundingBox()
    return box && isWanted(box) ? (true as const) : undefined
  }, what)

/** Types into a date's field, part by part in the order of Portuguese: day, month, year, hour, minute. '' empties it. */
export const typeDate = async (
  area: Page | Locator,
  label: string | RegExp,
  digits: string,
): Promise<void> => {
  const first = area.getByRole('group', { name: label }).getByRole('spinbutton').first()
  if (digits !== '') return first.pressSequentially(digits)
  // All parts are one field then.
  await first.press('Control+a')
  await first.page().keyboard.press('Backspace')
}

export interface Agent {
  context: BrowserContext
  page: Page
  /** Errors of the page and its console; empty when all went well. */
  faults: string[]
}

/** A separate browser, logged in through the login page. */
export async function signedIn(
  browser: Browser,
  url: string,
  email: string,
  viewport: typeof WIDE,
  password = PASSWORD,
  device: BrowserContextOptions = {},
): Promise<Agent> {
  const context = await browser.newContext({
    viewport,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Requests that a service worker answers cannot be watched; `installable-app` tests the worker.
    serviceWorkers: 'block',
    ...device,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // The browser logs refused requests itself; only the client's handling matters.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      faults.push(message.text())
  })
  await page.goto(`${url}/tickets`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  return { context, page, faults }
}
