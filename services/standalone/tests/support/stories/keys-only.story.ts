import type { TicketView } from '@balcao/contracts'

import { until } from '../company'
import { story } from '../browser-desk'
import { findBubbles, findRow, logIn, pendingInSales } from '../ticket-screens'
import type { ConversationDesk } from './conversation-desk'

const CALLER = { number: '5511944440041', name: 'Kátia Teclas' }
const WAITING = [
  { number: '5511944440042', name: 'Lia Espera' },
  { number: '5511944440043', name: 'Nilo Espera' },
]

/** A whole conversation without a pointer: found, accepted, answered, quoted, tagged, noted, resolved. */
export function tellKeysOnly(getDesk: () => ConversationDesk): void {
  story('with keys only', () => {
    it('J and K go over waiting tickets, without anything typed or clicked before', async () => {
      const { url, ana, says } = getDesk()
      const { page } = ana
      const { keyboard } = page
      const focused = page.locator('[data-ticket]:focus-within')
      for (const caller of WAITING) {
        await says('Bom dia', caller)
        await pendingInSales(url, caller.number)
      }
      await page.goto(`${url}/tickets`)
      await page.getByRole('tab', { name: /Atendendo/ }).waitFor()
      await keyboard.press('Alt+q')
      await findRow(ana, WAITING[1]!.name).waitFor()
      const shows = async (index: number) => {
        const uuid = await page.locator('[data-ticket]').nth(index).getAttribute('data-ticket')
        await page.locator(`[data-ticket="${uuid}"]:focus-within`).waitFor()
      }
      expect(await focused.count()).toBe(0)
      await keyboard.press('j')
      await shows(0)
      await keyboard.press('j')
      await shows(1)
      await keyboard.press('k')
      await shows(0)
      expect(new URL(page.url()).pathname).toBe('/tickets')
    })

    it('a conversation is worked through from waiting to resolved', async () => {
      const { url, ana, says, listSent } = getDesk()
      const { page } = ana
      const { keyboard } = page
      await says('Vocês entregam hoje?', CALLER)
      const { id } = await pendingInSales(url, CALLER.number)
      await page.goto(`${url}/tickets`)
      await page.getByRole('tab', { name: /Atendendo/ }).waitFor()
      await keyboard.press('Alt+q')
      await findRow(ana, CALLER.name).waitFor()
      const focused = page.locator('.ticket-row button:focus').filter({ hasText: 'Aceitar' })
      await until(async () => {
        await keyboard.press('Tab')
        return (await focused.count()) > 0 || undefined
      }, 'the focus on "Aceitar"')
      await keyboard.press('Enter')
      await findBubbles(ana, 'Vocês entregam hoje?').waitFor()
      await page.locator('#message:focus').waitFor()

      await keyboard.press('ArrowUp')
      await page.locator('[data-message]:focus').waitFor()
      await keyboard.press('r')
      await page.locator('#message:focus').waitFor()
      await keyboard.type('Hoje até as 18h')
      await keyboard.press('Enter')
      await findBubbles(ana, 'Hoje até as 18h').getByText('Vocês entregam hoje?').waitFor()
      await until(async () => {
        const sent = await listSent(CALLER.number)
        return sent.some(({ body }) => body.includes('Hoje até as 18h')) || undefined
      }, 'the answer at the phone')

      // The palette gives the focus back, and what it does may move it.
      await keyboard.press('Control+k')
      await page.locator('[role=combobox]:focus').waitFor()
      await keyboard.press('Escape')
      await page.locator('#message:focus').waitFor()
      await keyboard.press('Control+k')
      await page.locator('[role=combobox]:focus').waitFor()
      await keyboard.type('observacoes')
      await keyboard.press('Enter')
      await page.locator('#note:focus').waitFor()
      await keyboard.press('Escape')
      await keyboard.press('Control+k')
      await keyboard.type(CALLER.name.toLowerCase())
      await page.getByRole('group', { name: 'Contatos' }).getByRole('option').waitFor()
      await keyboard.press('ArrowUp')
      await keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Criar Ticket' }).waitFor()
      await keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      for (const [link, target] of [
        ['Ir para a lista', '#ticket-list'],
        ['Ir para a conversa', '#conversation'],
        ['Ir para a mensagem', '#message'],
      ] as const) {
        await page.getByRole('link', { name: link }).focus()
        await keyboard.press('Enter')
        await page.locator(`${target}:focus`).waitFor()
      }

      await keyboard.press('Alt+o')
      await page.locator('#note:focus').waitFor()
      await keyboard.type('Mora perto')
      await keyboard.press('Control+Enter')
      await page.getByRole('listitem').filter({ hasText: 'Mora perto' }).waitFor()
      await keyboard.press('Escape')
      await page.locator('.panel').waitFor({ state: 'detached' })

      await keyboard.press('Alt+g')
      await page.locator('[role=combobox]:focus').waitFor()
      await keyboard.type('Entrega rápida')
      await page.getByRole('option', { name: /Entrega rápida/ }).waitFor()
      await keyboard.press('Enter')
      await page.locator('.tag-bar').getByText('Entrega rápida').waitFor()
      // First the list of options, then the field.
      await keyboard.press('Escape')
      await page.getByRole('listbox').waitFor({ state: 'detached' })
      await keyboard.press('Escape')
      await page.locator('.MuiPopover-root').waitFor({ state: 'detached' })

      await keyboard.press('Alt+r')
      await page.waitForURL(/\/tickets$/)
      const { call } = await logIn(url, 'super@demo.local')
      const ticket = await until(async () => {
        const { body } = await call<TicketView>('get', `/tickets/${id}`)
        return body.status === 'closed' ? body : undefined
      }, 'the resolved ticket')
      expect(ticket.tags.map(({ name }) => name)).toEqual(['Entrega rápida'])
    })
  })
}
