import { PHONE, WIDE } from '../browser'
import { story } from '../browser-desk'
import { logIn } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

/** A programmer reads the API's reference, and tries a call with a key. */
export function tellApiReference(getDesk: () => ConversationDesk): void {
  story('the reference of the API', () => {
    it('is drawn and calls with a key, without a request to another host', async () => {
      const { url, browser } = getDesk()
      const { call } = await logIn(url, 'admin@demo.local')
      const { body } = await call<{ key: string }>('post', '/api-keys', {
        name: 'Referência',
        scopes: ['queues:read'],
      })
      const context = await browser.newContext({
        viewport: WIDE,
        colorScheme: 'light',
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
      page.on('request', (request) => {
        if (!request.url().startsWith(`${url}/`) && !/^(data|blob):/.test(request.url()))
          faults.push(request.url())
      })
      await page.goto(`${url}/docs#tag/queues/GET/queue`)
      await page.getByRole('button', { name: /^Test Request.*get \/queue\)/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Bearer Token' }).fill(body.key)
      const answered = page.waitForResponse(`${url}/queue`)
      await dialog
        .getByRole('button', { name: /^Send\b/ })
        .first()
        .click()
      const answer = await answered
      expect(answer.status()).toBe(200)
      expect(answer.request().headers().prefer).toBe('handling=strict')
      await dialog.getByText('200 OK').waitFor()
      await dialog.getByText('"Vendas"').first().waitFor()
      expect(faults).toEqual([])
      await page.setViewportSize(PHONE)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(`${url}/docs`)
      await page.reload()
      await page.getByRole('heading', { name: 'Balcão' }).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
      expect(await page.evaluate('document.body.className')).toContain('dark-mode')
      expect(faults).toEqual([])
      await context.close()
    })
  })
}
