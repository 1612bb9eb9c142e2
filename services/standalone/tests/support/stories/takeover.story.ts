import { PASSWORD, signedIn, WIDE } from '../browser'
import { findFaults } from '../axe'
import { story } from '../browser-desk'
import { logIn } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

/** A session that is opened elsewhere. */
export function tellTakeover(getDesk: () => ConversationDesk): void {
  story('a session opened elsewhere', () => {
    it('says so where one logs in again, with the e-mail filled in, and comes back to the page', async () => {
      const { url, browser, ticket, says } = getDesk()
      const { page, context } = await signedIn(browser, url, 'admin@demo.local', WIDE)
      await page.goto(`${url}/tickets/${ticket.uuid}`)
      await page.locator('.ticket-header').waitFor()
      // What comes live shows that the socket is open.
      await says('Ainda estou aqui')
      await page.getByRole('article').filter({ hasText: 'Ainda estou aqui' }).waitFor()
      await logIn(url, 'admin@demo.local')
      await page.waitForURL(/\/login/)
      await page.getByRole('status').getByText('Sua conta foi acessada em outro computador.').waitFor()
      await page.getByRole('button', { name: 'Usar aqui' }).waitFor()
      expect(await page.getByLabel('E-mail').inputValue()).toBe('admin@demo.local')
      expect(await findFaults(page)).toEqual([])
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL((address) => address.pathname === `/tickets/${ticket.uuid}`)
      await context.close()
    })
  })
}
