import { rm } from 'node:fs/promises'

import { freePort, temporaryFolder } from '@balcao/testkit'
import type { Browser } from 'playwright-core'

import { chromiumPath, launch } from './browser'
import { spawnDesk } from './spawn-desk'

/** `describe` where a Chromium is installed. */
export const story = chromiumPath ? describe : describe.skip

export interface BrowserDesk {
  url: string
  browser: Browser
}

export interface BrowserDeskOptions {
  /** Default minimal. */
  demo?: 'minimal' | 'full'
  /** More of the desk's environment; asked for when the desk starts. */
  env?(): Record<string, string>
}

/**
 * The built product with a demo and a browser, for all stories of a file; both end after the last one.
 * @param prepare once before the stories; signs in, and keeps what they need.
 */
export function startBrowserDesk(
  name: string,
  prepare: (desk: BrowserDesk) => Promise<void>,
  { demo = 'minimal', env }: BrowserDeskOptions = {},
): void {
  if (!chromiumPath) return
  const endings: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const dataDir = await temporaryFolder(name)
    endings.push(() => rm(dataDir, { recursive: true, force: true }))
    const desk = await spawnDesk({
      dataDir,
      port: await freePort(),
      env: { DEMO: demo, LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '0', ...env?.() },
    })
    endings.push(() => desk.stop())
    const browser = await launch()
    endings.push(() => browser.close())
    await prepare({ url: desk.url, browser })
  })

  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })
}
