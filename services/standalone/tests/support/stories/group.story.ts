import type { TicketView } from '@balcao/contracts'

import { findFaults } from '../axe'
import { PHONE, WIDE } from '../browser'
import { story } from '../browser-desk'
import { until } from '../company'
import { accept, answer, findBubbles, findRow, logIn, pendingInSales, showWaiting } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

const GROUP = { id: '120363000000000077', subject: 'Condomínio Ipê' }
const OLGA = { name: 'Olga Síndica', participant: '5511944440051' }
const TITO = { name: 'Tito Porteiro', participant: '5511944440052' }

/** A group of the customers: its messages name who wrote, and an answer reaches all of it. */
export function tellGroup(getDesk: () => ConversationDesk): void {
  story('a group', () => {
    const writes = ({ name, participant }: typeof OLGA, body: string) =>
      getDesk().network('post', '/simulator/inbound', {
        messages: [
          {
            connection: getDesk().connection.id,
            number: participant,
            name,
            body,
            group: { ...GROUP, participant },
          },
        ],
      })

    it('names who of its participants wrote, and is answered as one', async () => {
      const { url, ana, listSent } = getDesk()
      const { page } = ana
      const { call } = await logIn(url, 'super@demo.local')
      await call('put', '/settings/CheckMsgIsGroup', { value: 'disabled' })
      // Groups are ignored until the new setting is known everywhere.
      await until(async () => {
        await writes(OLGA, 'A bomba parou de novo')
        const { body } = await call<{ tickets: TicketView[] }>(
          'get',
          `/tickets?showAll=true&searchParam=${GROUP.id}`,
        )
        return body.tickets[0]
      }, 'the ticket of the group')
      await writes(TITO, 'Já fechei o registro')
      await pendingInSales(url, GROUP.id)
      await showWaiting(url, ana)
      await findRow(ana, GROUP.subject).waitFor()
      await accept(ana, GROUP.subject)
      const tito = findBubbles(ana, 'Já fechei o registro')
      await tito.locator('.bubble__sender').getByText(TITO.name).waitFor()
      await page.locator('.bubble__sender').getByText(OLGA.name).first().waitFor()
      await page.locator('.ticket-header').getByText(GROUP.subject).first().waitFor()
      for (const viewport of [PHONE, WIDE]) {
        await page.setViewportSize(viewport)
        await tito.waitFor()
        expect(await findFaults(page)).toEqual([])
      }
      await answer(ana, 'O técnico vai hoje')
      const [sent] = await until(async () => {
        const items = await listSent(GROUP.id)
        return items.length > 0 ? items : undefined
      }, 'the answer in the group')
      expect(sent?.body).toContain('O técnico vai hoje')
      expect(ana.faults).toEqual([])
    })
  })
}
