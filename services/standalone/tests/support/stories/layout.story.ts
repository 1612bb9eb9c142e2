import type { Locator } from 'playwright-core'

import { findFaults } from '../axe'
import { PHONE, untilPlaced, WIDE, type Box } from '../browser'
import { story } from '../browser-desk'
import type { ConversationDesk } from './conversation-desk'

/** A desk's screen of 1440 by 900 at 200 %. */
const ZOOMED = { width: 720, height: 450 }

const untilWide = (conversation: Locator, leastPx = 640) =>
  untilPlaced(conversation, ({ width }) => width >= leastPx, `a conversation of ${leastPx} px`)

/** How much of the screen the conversation has. */
export function tellLayout(getDesk: () => ConversationDesk): void {
  story('the conversation', () => {
    it('is 640 px wide at least on a desk of 1440, and 480 px beside the contact, which comes when asked for', async () => {
      const { ana, url, ticket } = getDesk()
      const { page } = ana
      await page.setViewportSize(WIDE)
      await page.goto(`${url}/tickets/${ticket.uuid}`)
      const main = page.locator('.chat__main')
      await untilWide(main)
      await page.locator('.viewport').waitFor()
      const header = page.locator('.ticket-header small')
      expect(await header.innerText()).toMatch(/^Vendas · /)
      await page.keyboard.press('Alt+i')
      const note = page.getByRole('textbox', { name: 'Escreva uma observação' })
      await note.fill('Prefere entrega à tarde')
      expect(await findFaults(page)).toEqual([])
      await note.press('Control+Enter')
      await page.getByRole('listitem').filter({ hasText: 'Prefere entrega à tarde' }).waitFor()
      // Beside it, not over it: the conversation is written in meanwhile.
      await page.locator('.panel-dock').waitFor()
      await untilWide(main, 480)
      await page.getByRole('textbox', { name: 'Digite uma mensagem' }).click()
      await page.setViewportSize({ width: 1600, height: 900 })
      await page.locator('.panel-dock').waitFor()
      await untilWide(main)
      await page.setViewportSize(WIDE)
      await page.keyboard.press('Alt+i')
      await page.locator('.panel-dock').waitFor({ state: 'detached' })
    })

    it('has the whole height of a phone', async () => {
      const { page } = getDesk().ana
      await page.setViewportSize(PHONE)
      await page.locator('.bottom-tabs').waitFor({ state: 'detached' })
      const fills = ({ height }: Box) => Math.round(height) === PHONE.height
      await untilPlaced(page.locator('.chat__main'), fills, 'a conversation as high as the phone')
      expect(await findFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Voltar' }).click()
      await page.locator('.bottom-tabs').waitFor()
    })

    it('keeps half of the height for messages at 200 %', async () => {
      const { ana, url, ticket } = getDesk()
      const { page } = ana
      await page.setViewportSize(ZOOMED)
      await page.goto(`${url}/tickets/${ticket.uuid}`)
      const messages = page.locator('.viewport__scroll')
      await untilPlaced(messages, ({ height }) => height >= 225, 'messages on half of the height')
      await page.setViewportSize(WIDE)
    })
  })
}
