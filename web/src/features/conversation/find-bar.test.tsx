import type { TicketView } from '@balcao/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'

import { buildMe, buildMessage, buildTicket } from '../../testing/desk-builders'
import { createFakeDesk } from '../../testing/fake-desk'
import { installFakeLayout } from '../../testing/fake-layout'
import { renderApp } from '../../testing/render-app'
import { OutboxProvider } from './outbox'
import { TicketChat } from './ticket-chat'

/* Ctrl+F in a conversation. */

installFakeLayout()

const PATIENCE = { timeout: 10_000 }

const open = async (own: Partial<TicketView> = {}) => {
  const ticket = buildTicket({ id: 1, ...own })
  const bodies = ['nota 1', 'bom dia', 'nota 2', 'a nota 3', 'até logo']
  const messages = bodies.map((body, index) => buildMessage({ id: `m${index}`, seq: index + 1, body }))
  const desk = createFakeDesk({ me: buildMe(), tickets: [ticket], messages, notes: [], schedules: [] })
  const asked: string[] = []
  const view = await renderApp(
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
        if (url.pathname.endsWith('/search')) asked.push(path)
        const given = body.startsWith('{') ? (JSON.parse(body) as unknown) : null
        return desk.handle({ method, path: url.pathname, query: url.searchParams, body: given })
      },
    },
  )
  await screen.findAllByRole('article', {}, PATIENCE)
  return { ...view, asked, user: userEvent.setup() }
}

/* Whether the press was taken from the browser. */
const pressFind = (target: Element = document.activeElement ?? document.body): boolean => {
  const event = new KeyboardEvent('keydown', {
    key: 'f',
    code: 'KeyF',
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  })
  act(() => void target.dispatchEvent(event))
  return event.defaultPrevented
}

const findField = () => screen.findByRole('searchbox', { name: 'Buscar na conversa' }, PATIENCE)
const place = () => within(screen.getByRole('search')).getByRole('status').textContent
const current = () => document.querySelector('.bubble--current')?.textContent ?? ''
const marked = () => [...document.querySelectorAll('article mark')].map(({ textContent }) => textContent)

const openBar = async () => {
  expect(pressFind()).toBe(true)
  const field = await findField()
  await waitFor(() => expect(document.activeElement).toBe(field))
  return field
}

describe('the find bar', () => {
  it('finds in the conversation with one call, and goes from the newest to older messages and back', async () => {
    const { user, asked } = await open()
    await user.type(await openBar(), 'nota')
    await waitFor(() => expect(place()).toBe('1 de 3'), PATIENCE)
    expect(asked).toEqual(['/messages/1/search?searchParam=nota'])
    expect(current()).toContain('a nota 3')
    expect(marked()).toEqual(['nota', 'nota', 'nota'])
    await user.keyboard('{Enter}')
    expect([place(), current()]).toEqual(['2 de 3', expect.stringContaining('nota 2')])
    await user.keyboard('{ArrowUp}')
    expect([place(), current()]).toEqual(['3 de 3', expect.stringContaining('nota 1')])
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    expect(place()).toBe('2 de 3')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(place()).toBe('3 de 3')
  })

  it('says when nothing is found', async () => {
    const { user } = await open()
    await user.type(await openBar(), 'boleto')
    await waitFor(() => expect(place()).toBe('Nada encontrado'), PATIENCE)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mensagem mais antiga' }).disabled).toBe(
      true,
    )
  })

  it('leaves the second press to the browser, and takes one from elsewhere', async () => {
    await open()
    const field = await openBar()
    expect(pressFind(field)).toBe(false)
    const composer = screen.getByRole('textbox', { name: 'Digite uma mensagem' })
    act(() => composer.focus())
    expect(pressFind(composer)).toBe(true)
    expect(document.activeElement).toBe(field)
  })

  it('closes with Escape, which leaves the ticket open and gives the focus to the composer', async () => {
    const { user, where } = await open()
    await user.type(await openBar(), 'nota')
    await waitFor(() => expect(marked()).toHaveLength(3), PATIENCE)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('search')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Digite uma mensagem' }))
    expect(marked()).toEqual([])
    expect(where()).toMatch(/^\/tickets\/.+/)
  })

  it('is opened by the menu too, in a closed ticket as well, and gives the focus to the conversation', async () => {
    const { user } = await open({ status: 'closed' })
    await user.click(screen.getByRole('button', { name: 'Mais opções' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Buscar na conversa' }, PATIENCE))
    const field = await findField()
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('{Escape}')
    expect(document.activeElement?.id).toBe('conversation')
  })
})
