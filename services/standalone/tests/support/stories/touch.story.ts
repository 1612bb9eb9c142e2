import { PHONE, signedIn } from '../browser'
import { story } from '../browser-desk'
import { findBubbles } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

/** What is otherwise on a phone that is touched, with a keyboard on its screen. */
export function tellTouch(getDesk: () => ConversationDesk): void {
  story('on a touched phone', () => {
    it('Enter begins a line, one button has what else is sent, and Back closes the contact first', async () => {
      const { browser, url, ticket, listSent } = getDesk()
      const device = { hasTouch: true, isMobile: true }
      const admin = await signedIn(browser, url, 'admin@demo.local', PHONE, undefined, device)
      const { page } = admin
      await page.goto(`${url}/tickets`)
      await page.goto(`${url}/tickets/${ticket.uuid}`)
      const field = page.getByRole('textbox', { name: 'Digite uma mensagem' })
      await field.tap()
      await page.keyboard.type('Rua das Flores')
      await page.keyboard.press('Enter')
      await page.keyboard.type('número 12')
      expect(await field.inputValue()).toBe('Rua das Flores\nnúmero 12')
      await page.getByRole('button', { name: 'Enviar', exact: true }).tap()
      await findBubbles(admin, 'número 12').waitFor()
      expect(await field.inputValue()).toBe('')

      await page.getByRole('button', { name: 'Adicionar', exact: true }).tap()
      const items = page.getByRole('menuitem')
      expect(await items.allInnerTexts()).toEqual(['Anexar', 'Enviar lista de arquivos', 'Enviar contatos'])
      await items.filter({ hasText: 'Enviar contatos' }).tap()
      const dialog = page.getByRole('dialog', { name: 'Enviar contatos' })
      await dialog.getByRole('button', { name: 'Cancelar' }).tap()
      await dialog.waitFor({ state: 'detached' })

      await page.locator('.ticket-header__who').tap()
      const panel = page.getByRole('dialog', { name: 'Dados do contato' })
      await panel.waitFor()
      await page.goBack()
      await panel.waitFor({ state: 'detached' })
      await field.waitFor()
      // Closed by its own button, it leaves no step behind either.
      await page.locator('.ticket-header__who').tap()
      await panel.getByRole('button', { name: 'Fechar' }).tap()
      await panel.waitFor({ state: 'detached' })
      await page.goBack()
      await page.locator('.bottom-tabs').waitFor()
      expect(new URL(page.url()).pathname).toBe('/tickets')

      const sent = await listSent(ticket.contact.number)
      expect(sent.filter(({ body }) => body.includes('Rua das Flores'))).toHaveLength(1)
      expect(admin.faults).toEqual([])
      await admin.context.close()
    })
  })
}
