import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Browser, BrowserContext } from 'playwright-core'

/*
 * What a failing browser test leaves in `.cache/failures/<test>/`: a picture and the address of every open page, what the pages
 * logged and requested, what each desk printed. The environment of the tests calls the hook at the failure, while all is still open.
 */

const FOLDER = path.join(__dirname, '../../../../.cache/failures')
const LINES_KEPT = 500
const PICTURE_WITHIN_MS = 15_000

type TestFailed = (testName: string) => Promise<void>

const browsers = new Set<Browser>()
const desks = new Map<string, () => string>()
const lines: string[] = []

function note(line: string): void {
  lines.push(`${new Date().toISOString()} ${line}`)
  if (lines.length > LINES_KEPT) lines.shift()
}

const withoutToken = (url: string): string => url.replace(/token=[^&]+/g, 'token=…')

function watchContext(context: BrowserContext, index: number): void {
  context.on('console', (message) => note(`[${index}] console.${message.type()}: ${message.text()}`))
  context.on('weberror', (error) => note(`[${index}] error: ${error.error().message}`))
  context.on('request', (request) => note(`[${index}] ${request.method()} ${withoutToken(request.url())}`))
  context.on('response', (response) =>
    note(`[${index}] ${response.status()} ${response.request().method()} ${withoutToken(response.url())}`),
  )
  context.on('requestfailed', (request) =>
    note(
      `[${index}] failed ${request.method()} ${withoutToken(request.url())}: ${request.failure()?.errorText}`,
    ),
  )
}

async function keepPages(folder: string): Promise<void> {
  const pages = [...browsers].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()))
  for (const [index, page] of pages.entries()) {
    const name = path.join(folder, `page-${index}`)
    writeFileSync(`${name}.txt`, `${page.url()}\n`)
    await page.screenshot({ path: `${name}.png`, timeout: PICTURE_WITHIN_MS }).catch((error: unknown) => {
      // A page that cannot be painted is evidence too.
      writeFileSync(`${name}.txt`, `${page.url()}\nno picture: ${String(error)}\n`)
    })
  }
}

const keepEvidence: TestFailed = async (testName) => {
  const folder = path.join(FOLDER, testName.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'browser.log'), `${lines.join('\n')}\n`)
  for (const [name, output] of desks) writeFileSync(path.join(folder, `desk-${name}.log`), output())
  await keepPages(folder)
  process.stderr.write(`The pages and logs of "${testName}": ${folder}\n`)
}

const announceHook = (): void => void Reflect.set(globalThis, 'balcaoTestFailed', keepEvidence)

/** Watches every context that this browser opens from now on. @returns the browser. */
export function watchBrowser(browser: Browser): Browser {
  announceHook()
  browsers.add(browser)
  browser.on('disconnected', () => browsers.delete(browser))
  let opened = 0
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open(options)
    watchContext(context, (opened += 1))
    return context
  }
  return browser
}

/** Keeps what this desk prints with the failures of the tests that use it. */
export function watchDesk(name: string, output: () => string): void {
  desks.set(name, output)
}
