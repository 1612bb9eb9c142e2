import type { MessageView, TicketView } from '@balcao/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'

import { buildMe, buildMessage, buildTicket } from '../../testing/desk-builders'
import { createFakeDesk } from '../../testing/fake-desk'
import { installFakeLayout } from '../../testing/fake-layout'
import { renderApp } from '../../testing/render-app'
import { OutboxProvider } from './outbox'
import { TicketChat } from './ticket-chat'

/* The conversation in the contact's earlier tickets, above the open one. */

installFakeLayout()

const ticket = buildTicket({ id: 20, contactId: 5 })
const past = buildTicket({
  id: 12,
  contactId: 5,
  uuid: '00000000-0000-4000-8000-000000000012',
  status: 'closed',
  queue: { id: 3, name: 'Financeiro', color: '#000' },
  user: { id: 7, name: 'Bruno' },
  createdAt: '2026-10-02T12:00:00.000Z',
})

const open = async (tickets: TicketView[], messages: Partial<MessageView>[]) => {
  const me = buildMe()
  const desk = createFakeDesk(
    { me, tickets, messages: messages.map((own) => buildMessage(own)), notes: [], schedules: [] },
    () => undefined,
  )
  const asked: string[] = []
  await renderApp(
    <OutboxProvider>
      <Routes>
        <Route path="/tickets/:uuid" element={<TicketChat uuid={ticket.uuid} />} />
      </Routes>
    </OutboxProvider>,
    {
      user: desk.data.me,
      path: `/tickets/${ticket.uuid}`,
      answer: ({ method, path, body }) => {
        const url = new URL(path, 'http://desk')
        const given = body.startsWith('{') ? (JSON.parse(body) as unknown) : null
        asked.push(`${method} ${url.pathname}`)
        return desk.handle({ method, path: url.pathname, query: url.searchParams, body: given })
      },
    },
  )
  return asked
}
const listTexts = async (count: number) => {
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(count))
  return screen.getAllByRole('article').map((article) => article.textContent)
}

it('stands above the ticket, with a divider that names each ticket', async () => {
  await open(
    [past, ticket],
    [
      { ticketId: 12, seq: 1, body: 'o boleto venceu' },
      { ticketId: 12, seq: 2, body: 'segue a segunda via', fromMe: true },
      { ticketId: 20, seq: 1, body: 'oi de novo' },
    ],
  )
  const texts = await listTexts(3)
  expect(texts.map((text) => /boleto|segunda via|de novo/.exec(text ?? '')?.[0])).toEqual([
    'boleto',
    'segunda via',
    'de novo',
  ])
  const [earlier, own] = screen
    .getAllByRole('separator')
    .filter(({ className }) => className === 'ticket-divider')
  expect(earlier?.textContent).toBe('Ticket 12 · 02/10/2026 · Financeiro · Bruno')
  expect(own?.textContent).toContain('Ticket 20')
})

it('is read only: its messages are forwarded and copied, neither answered nor reacted to', async () => {
  await open(
    [past, ticket],
    [
      { ticketId: 12, seq: 1, body: 'o boleto venceu' },
      { ticketId: 20, seq: 1, body: 'oi de novo' },
    ],
  )
  await listTexts(2)
  const user = userEvent.setup()
  const optionsOf = async (index: number) => {
    const article = screen.getAllByRole('article')[index]!
    await user.click(within(article).getByRole('button', { name: 'Opções da mensagem' }))
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
    const names = items.map(({ textContent }) => textContent)
    await user.keyboard('{Escape}')
    return names
  }
  expect(await optionsOf(0)).toEqual(['Encaminhar', 'Selecionar', 'Copiar'])
  expect(await optionsOf(1)).toContain('Responder')
})

it('is not asked for when the contact has no earlier ticket', async () => {
  const asked = await open([ticket], [{ ticketId: 20, seq: 1, body: 'oi' }])
  await listTexts(1)
  expect(
    screen.queryAllByRole('separator').filter(({ className }) => className === 'ticket-divider'),
  ).toEqual([])
  expect(asked.filter((path) => path.startsWith('GET /messages'))).toEqual(['GET /messages/20'])
})
