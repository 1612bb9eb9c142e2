import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'

import { OutboxProvider } from '../../features/conversation/outbox'
import { TicketsPage } from '../../features/tickets'
import { useRegisteredShortcuts } from '../../lib/shortcuts'
import { buildMe, buildTicket } from '../../testing/desk-builders'
import { createFakeDesk } from '../../testing/fake-desk'
import { installFakeLayout } from '../../testing/fake-layout'
import { renderApp } from '../../testing/render-app'
import { ShortcutSheet } from './shortcut-sheet'
import { useShellShortcuts } from './use-shell-shortcuts'

installFakeLayout()

const nothing = () => undefined
let registered: ReturnType<typeof useRegisteredShortcuts> = []

const Shell = () => {
  useShellShortcuts({ onPalette: nothing, onSheet: nothing, onMute: nothing })
  registered = useRegisteredShortcuts()
  return <ShortcutSheet onClose={nothing} />
}

const open = async () => {
  const ticket = buildTicket({ id: 1, status: 'pending' })
  const desk = createFakeDesk({ me: buildMe(), tickets: [ticket], messages: [], notes: [], schedules: [] })
  await renderApp(
    <OutboxProvider>
      <Routes>
        <Route path="/tickets/:uuid" element={<TicketsPage />} />
      </Routes>
      <Shell />
    </OutboxProvider>,
    {
      user: desk.data.me,
      path: `/tickets/${ticket.uuid}`,
      answer: ({ method, path, body }) => {
        const url = new URL(path, 'http://desk')
        const given = body.startsWith('{') ? (JSON.parse(body) as unknown) : null
        return desk.handle({ method, path: url.pathname, query: url.searchParams, body: given })
      },
    },
  )
  await screen.findByText('Buscar na conversa', {}, { timeout: 20_000 })
}

const listRows = () =>
  within(screen.getByRole('dialog', { name: 'Atalhos de teclado' }))
    .getAllByRole('term')
    .map((term) => `${term.nextElementSibling?.textContent ?? ''}: ${term.textContent}`)

/* `Alt+Shift+KeyA` as the eye reads it. */
const toShown = (keys: string): string =>
  keys
    .replace('$mod', 'Ctrl')
    .replace(/Key|Digit/g, '')
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓')
    .replace('Escape', 'Esc')
    .replace(/\+/g, ' ')

describe('the list of keys over a waiting ticket', () => {
  it('names those of list, ticket and search', async () => {
    await open()
    expect(listRows()).toEqual(
      expect.arrayContaining([
        'Ctrl K: Buscar em tudo',
        'Ctrl F: Buscar na conversa',
        'Alt Shift A: Aceitar quem espera há mais tempo',
        'Alt A: Aceitar o atendimento em foco',
        'Alt A: Aceitar',
        'J: Próximo atendimento',
        'K: Atendimento anterior',
        'R: Responder',
      ]),
    )
  })

  it('shows the keys that are bound, each of them, and nothing for an action without one', async () => {
    await open()
    const rows = listRows()
    const own = registered.filter(({ group, keys }) => group !== 'goTo' && keys.length > 0)
    expect(own.length).toBeGreaterThan(20)
    for (const { keys, show, label } of own) {
      const bound = typeof keys === 'string' ? [keys] : keys
      expect(bound.map(toShown)).toContain(show)
      expect(rows).toContain(`${show}: ${label}`)
    }
    expect(rows.filter((row) => row.startsWith(':'))).toEqual([])
  })
})
