import { execFileSync } from 'node:child_process'
import path from 'node:path'

import { waitFor } from '@balcao/testkit'
import type { Page } from 'playwright-core'

import { signedIn, WIDE, type Agent } from '../browser'
import { story } from '../browser-desk'
import type { ConversationDesk } from './conversation-desk'

const SIZE = path.join(__dirname, '../../../../../web/scripts/size.mjs')

const LIST = /\/tickets\?.*status=open/

/* Answers of these addresses wait until they are released. */
async function hold(page: Page, what: RegExp): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(what, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/** What is fetched before the list of tickets can be used, and when. */
export function tellFirstLoad(getDesk: () => ConversationDesk): void {
  story('the first load', () => {
    let agent: Agent
    const asked: string[] = []

    beforeAll(async () => {
      agent = await signedIn(getDesk().browser, getDesk().url, 'bruno@demo.local', WIDE)
      agent.page.on('request', (request) => {
        const { pathname, search } = new URL(request.url())
        asked.push(pathname + search)
      })
    })

    const wasAsked = (what: RegExp) => asked.some((url) => what.test(url))

    it('asks for the list while its page’s code is on its way, and for what opens later only then', async () => {
      const { page } = agent
      // Once its socket is there, the page asks for everything again: on a slow machine before the assertions.
      await page.routeWebSocket(/socket\.io/, () => undefined)
      const releaseCode = await hold(page, /\/assets\/desk-/)
      const releaseList = await hold(page, LIST)
      // What the page before asks for late is not this page's.
      await page.goto('about:blank')
      asked.length = 0
      await page.goto(`${getDesk().url}/tickets`, { waitUntil: 'commit' })
      await waitFor(() => wasAsked(LIST))
      expect(await page.locator('.ticket-row').count()).toBe(0)
      // Later it may come at any time: on a slow machine before the tabs are drawn.
      expect(asked.filter((url) => /ticket-chat|bulk-bar|account-panel|Popper/.test(url))).toEqual([])
      releaseCode()
      await page.getByRole('tab', { name: /^Aguardando/ }).waitFor()
      // The page waits for that answer and does not ask itself.
      expect(asked.filter((url) => LIST.test(url))).toHaveLength(1)
      releaseList()
      await waitFor(() => wasAsked(/ticket-chat/) && wasAsked(/account-panel/))
    })

    it('is within its budget', () => {
      expect(execFileSync(process.execPath, [SIZE], { encoding: 'utf8' })).not.toContain('OVER')
    })
  })
}
