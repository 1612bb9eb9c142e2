import type { SimulatorOutboundItem } from '@balcao/contracts'

import { findFaults } from '../axe'
import { PHONE, WIDE } from '../browser'
import { story } from '../browser-desk'
import { until } from '../company'
import { findBubbles, logIn } from '../ticket-screens'
import { LUCIA, type ConversationDesk } from './conversation-desk'

const CARDS = [
  { name: 'Caio Vidraceiro', number: '5511987650001' },
  { name: 'Nair Chaveira', number: '5511987650002' },
]

/** The agent sends the cards of contacts, from the composer. */
export function tellContactCards(getDesk: () => ConversationDesk): void {
  story('contact cards', () => {
    const listCards = async (): Promise<SimulatorOutboundItem[]> => {
      const sent = await getDesk().listSent(LUCIA.number)
      return sent.filter(({ kind }) => kind === 'vcard')
    }

    it('of several contacts are sent in one message, once, and shown with what can be done', async () => {
      const { url, ana, ticket } = getDesk()
      const { page } = ana
      const { call } = await logIn(url, 'super@demo.local')
      for (const contact of CARDS) await call('post', '/contacts', contact)
      await page.goto(`${url}/tickets/${ticket.uuid}`)
      await page.getByRole('button', { name: 'Enviar contatos' }).click()
      const dialog = page.getByRole('dialog', { name: 'Enviar contatos' })
      await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
      await dialog.getByText('Escolha um contato').waitFor()
      const field = dialog.getByRole('combobox', { name: 'Contatos' })
      for (const { name } of CARDS) {
        await field.fill(name)
        await page.getByRole('option', { name: new RegExp(name) }).click()
      }
      for (const viewport of [PHONE, WIDE]) {
        await page.setViewportSize(viewport)
        expect(await findFaults(page)).toEqual([])
      }
      await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      const bubble = findBubbles(ana, 'Caio Vidraceiro')
      await bubble.getByRole('button', { name: 'Iniciar conversa com Nair Chaveira' }).waitFor()
      await bubble.getByRole('button', { name: 'Salvar contato Caio Vidraceiro' }).waitFor()
      const [card] = await until(async () => {
        const cards = await listCards()
        return cards.length > 0 ? cards : undefined
      }, 'the cards at the phone')
      for (const { name, number } of CARDS) {
        expect(card?.vcard).toContain(`FN:${name}`)
        expect(card?.vcard).toContain(`waid=${number}`)
      }
      expect(await listCards()).toMatchObject([{ sightings: 1 }])
      await page.locator('.ticket-row').filter({ hasText: LUCIA.name }).getByText('👤 Contato').waitFor()
      expect(ana.faults).toEqual([])
    })
  })
}
