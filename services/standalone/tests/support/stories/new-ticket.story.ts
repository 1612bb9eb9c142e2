import type { ContactView } from '@balcao/contracts'

import { findFaults } from '../axe'
import { story } from '../browser-desk'
import { logIn } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

/** A conversation with a number that is no contact yet. */
export function tellNewTicket(getDesk: () => ConversationDesk): void {
  story('a new ticket', () => {
    it('for a number takes it once, with keys only, and gives it the country', async () => {
      const { page } = getDesk().ana
      await page.goto(`${getDesk().url}/tickets`)
      await page.getByRole('button', { name: 'Novo' }).click()
      const dialog = page.getByRole('dialog', { name: 'Criar Ticket' })
      await dialog.getByRole('combobox', { name: 'Contato' }).waitFor()
      await page.keyboard.type('11 98123-4567')
      await page.getByRole('option', { name: 'Adicionar +55 (11) 98123-4567' }).waitFor()
      expect(await findFaults(page)).toEqual([])
      await page.keyboard.press('Enter')
      const form = page.getByRole('dialog', { name: 'Adicionar contato' })
      await form.getByLabel(/^Nome/).waitFor()
      expect(await form.getByLabel(/^Número/).inputValue()).toBe('(11) 98123-4567')
      await page.keyboard.type('Breno Sá')
      await page.keyboard.press('Enter')
      await form.waitFor({ state: 'detached' })
      expect(await dialog.getByRole('combobox', { name: 'Contato' }).inputValue()).toBe('Breno Sá')
      await dialog.getByRole('combobox', { name: 'Fila' }).click()
      await page.getByRole('option', { name: 'Vendas' }).click()
      await dialog.getByRole('button', { name: 'Criar' }).click()
      await page.waitForURL(/\/tickets\/.+/)
      const { call } = await logIn(getDesk().url, 'super@demo.local')
      const { body } = await call<{ contacts: ContactView[] }>('get', '/contacts?searchParam=Breno')
      expect(body.contacts).toMatchObject([{ name: 'Breno Sá', number: '5511981234567' }])
    })

    it('starts from a contact card, which can be saved too', async () => {
      const { ana, url, ticket, connection, network } = getDesk()
      const { page } = ana
      const vcard =
        'BEGIN:VCARD\nVERSION:3.0\nFN:Dalva Reis\nTEL;waid=5521987651234:+55 21 98765-1234\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:Edu Maia\nEND:VCARD'
      await network('post', '/simulator/inbound', {
        messages: [
          {
            connection: connection.id,
            number: '5511944440001',
            name: 'Lúcia Prado',
            vcard,
          },
        ],
      })
      await page.goto(`${url}/tickets/${ticket.uuid}`)
      const card = page.getByRole('article').filter({ hasText: 'Dalva Reis' })
      await card.getByText('+55 (21) 98765-1234').waitFor()
      await card.getByText('Edu Maia', { exact: true }).waitFor()
      await card.getByRole('button', { name: 'Salvar contato Dalva Reis' }).click()
      const form = page.getByRole('dialog', { name: 'Adicionar contato' })
      expect(await form.getByLabel(/^Nome/).inputValue()).toBe('Dalva Reis')
      expect(await form.getByLabel(/^Número/).inputValue()).toBe('+55 (21) 98765-1234')
      await form.getByRole('button', { name: 'Adicionar', exact: true }).click()
      await page.getByText('Contato salvo com sucesso.').waitFor()
      await card.getByRole('button', { name: 'Iniciar conversa com Dalva Reis' }).click()
      const dialog = page.getByRole('dialog', { name: 'Criar Ticket' })
      await dialog.getByRole('combobox', { name: 'Contato' }).click()
      await page.getByRole('option', { name: /Dalva Reis/ }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar' }).click()
      await dialog.waitFor({ state: 'detached' })
    })
  })
}
