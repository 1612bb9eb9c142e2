import type { TagView } from '@balcao/contracts'

import { findFaults } from '../axe'
import { story } from '../browser-desk'
import { until } from '../company'
import { logIn } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

/** The agent tags the open ticket with keys only. */
export function tellTags(getDesk: () => ConversationDesk): void {
  story('the tags of a ticket', () => {
    const listNames = async () => {
      const { call } = await logIn(getDesk().url, 'super@demo.local')
      const { body } = await call<TagView[]>('get', '/tags/list')
      return body.map(({ name }) => name)
    }

    it('are chosen by their first letters, and made only when that is asked for', async () => {
      const { url, ana, ticket } = getDesk()
      const { page } = ana
      const { call } = await logIn(url, 'super@demo.local')
      await call('post', '/tags', { name: 'Cliente antigo' })
      const before = await listNames()
      await page.goto(`${url}/tickets/${ticket.uuid}`)
      await page.locator('#add-tag').waitFor()
      await page.keyboard.press('Alt+g')
      await page.locator('[role=combobox]:focus').waitFor()
      await page.keyboard.type('cliente an')
      await page.getByRole('option', { name: 'Cliente antigo' }).waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.keyboard.press('Enter')
      // Behind the open field, which hides it from roles.
      const tags = page.locator('.tag-bar')
      await tags.getByText('Cliente antigo').waitFor()
      expect(await listNames()).toEqual(before)

      await page.keyboard.type('Troca de endereço, aguardando a transportadora')
      await page.getByRole('option', { name: /^Criar “Troca de endereço/ }).waitFor()
      await page.keyboard.press('Enter')
      const chip = tags.getByText(/^Troca de endereço/)
      await chip.waitFor()
      expect(await listNames()).toHaveLength(before.length + 1)
      await page.keyboard.press('Escape')
    })

    it('end in an ellipsis where they do not fit', async () => {
      const { ana } = getDesk()
      const row = ana.page.locator('.ticket-row').filter({ hasText: 'Lúcia Prado' })
      const chip = row.locator('.ticket-row__chips .color-chip').filter({ hasText: 'Troca de' })
      await chip.waitFor()
      const isCut = await chip.evaluate<boolean, unknown>(
        (element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth > element.clientWidth,
        undefined,
      )
      expect(isCut).toBe(true)
      await until(async () => {
        const box = await chip.boundingBox()
        const text = await row.locator('.ticket-row__l3').boundingBox()
        if (!box || !text) return undefined
        const isInLine = box.y < text.y + text.height
        return isInLine && box.x + box.width <= text.x + text.width + 1 ? true : undefined
      }, 'the tag within its row')
    })
  })
}
