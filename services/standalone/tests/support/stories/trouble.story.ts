import { findFaults } from '../axe'
import { untilPlaced, type Box } from '../browser'
import { story } from '../browser-desk'
import { findBubbles, findRow } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

/** The network of the browser, and the number of the conversation, go away and come back. */
export function tellTrouble(getDesk: () => ConversationDesk): void {
  story('trouble', () => {
    it('with the network leaves the layout, and what failed is there when it is back', async () => {
      const { ana, url, ticket, says } = getDesk()
      const { page } = ana
      await page.goto(`${url}/tickets`)
      await findRow(ana, 'Lúcia Prado').waitFor()
      await says('Escrevi enquanto a rede caía')
      await ana.context.setOffline(true)
      await findRow(ana, 'Lúcia Prado').getByRole('link').click()
      const thread = page.locator('.viewport')
      await thread.getByRole('alert').waitFor()
      const isAtTheBottom = ({ y, height }: Box) => y + height > 880
      await untilPlaced(page.locator('.composer'), isAtTheBottom, 'the composer at the bottom')
      await ana.context.setOffline(false)
      await findBubbles(ana, 'Escrevi enquanto a rede caía').waitFor()
      expect(page.url()).toContain(ticket.uuid)
    })

    it('with the number is told in its conversation, to agents too, until it is over', async () => {
      const { ana, connection, network } = getDesk()
      const note = ana.page.getByRole('status').filter({ hasText: 'está desconectado' })
      await network('post', `/simulator/connections/${connection.id}/logout`, {})
      await note.waitFor()
      expect(await note.getByRole('link').count()).toBe(0)
      await ana.page.reload()
      await note.waitFor()
      expect(await findFaults(ana.page)).toEqual([])
    })
  })
}
