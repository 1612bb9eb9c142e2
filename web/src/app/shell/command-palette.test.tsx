import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import type { TicketView } from '@balcao/contracts'
import { Route, Routes } from 'react-router-dom'

import { OutboxProvider } from '../../features/conversation/outbox'
import { TicketChat } from '../../features/conversation'
import { buildContact, buildMe, buildTicket } from '../../testing/desk-builders'
import { createFakeDesk } from '../../testing/fake-desk'
import { installFakeLayout } from '../../testing/fake-layout'
import { renderApp } from '../../testing/render-app'
import { CommandPalette } from './command-palette'

const PATIENCE = { timeout: 30_000 }
const ticket = buildTicket({ id: 12 })

const zulmira = buildContact({ id: 7, name: 'Zulmira Paz', number: '5511911112222' })

const open = async (profile: 'admin' | 'user' = 'admin') => {
  let closed = 0
  const view = await renderApp(<CommandPalette onClose={() => (closed += 1)} />, {
    user: { profile },
    answer: ({ path }) => {
      if (path.startsWith('/companies/listPlan/'))
        return { body: { plan: { useCampaigns: true, useKanban: false } } }
      if (path.startsWith('/contacts')) return { body: { contacts: [zulmira], count: 1, hasMore: false } }
      if (path === '/settings') return { body: [{ key: 'scheduleType', value: 'company' }] }
      if (path.startsWith('/tickets'))
        return { body: { tickets: [ticket], count: 1, hasMore: false, matches: [] } }
      return { status: 404, body: { error: 'ERR_NOT_FOUND' } }
    },
  })
  const field = await screen.findByRole('combobox', { name: 'Buscar em tudo' })
  return { ...view, field, closedTimes: () => closed }
}

const listed = () => within(screen.getByRole('listbox')).getAllByRole('option')

describe('the command palette', () => {
  it('goes to a page by a part of its name, without accents, with keys only', async () => {
    const { where, field, closedTimes } = await open()
    await userEvent.type(field, 'conexoes{Enter}')
    await waitFor(() => expect(where()).toBe('/connections'), PATIENCE)
    expect(closedTimes()).toBe(1)
  })

  it('offers the pages of role and plan only', async () => {
    const { field } = await open('user')
    await userEvent.type(field, 'a')
    await waitFor(() => expect(listed().length).toBeGreaterThan(1), PATIENCE)
    const names = listed().map(({ textContent }) => textContent)
    expect(names).toContain('Atendimentos')
    expect(names).not.toContain('Kanban')
    expect(names).not.toContain('Configurações')
  })

  it('finds a ticket from three letters on, and opens it', async () => {
    const { where, field, calls } = await open()
    await userEvent.type(field, 'zq')
    await userEvent.type(field, 'x')
    const found = await screen.findByRole('option', { name: new RegExp(`#${ticket.id}`) }, PATIENCE)
    const asked = calls.filter(({ path }) => path.startsWith('/tickets')).map(({ path }) => path)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('searchParam=zqx')
    await userEvent.click(found)
    await waitFor(() => expect(where()).toBe(`/tickets/${ticket.uuid}`), PATIENCE)
  })

  it('closes with Escape', async () => {
    const { field, closedTimes } = await open()
    await userEvent.type(field, '{Escape}')
    expect(closedTimes()).toBeGreaterThan(0)
  })
})

describe('the settings in the palette', () => {
  it.each([
    ['aceitar chamadas', /^Aceitar chamadas/, '/settings?setting=call'],
    ['horarios', /Horários/, '/settings?tab=hours'],
    ['recusadas', /^Aceitar chamadas/, '/settings?setting=call'],
  ])('are found by their words: %s', async (words, found, path) => {
    const { where, field } = await open()
    await screen.findByRole('option', { name: 'Configurações' }, PATIENCE)
    await userEvent.type(field, words)
    await screen.findByRole('option', { name: found }, PATIENCE)
    await userEvent.type(field, '{Enter}')
    await waitFor(() => expect(where()).toBe(path), PATIENCE)
  })

  it('are not asked for an agent, who may not change them', async () => {
    const { field, calls } = await open('user')
    await userEvent.type(field, 'chamadas')
    await screen.findByText('Buscando…', {}, PATIENCE)
    await screen.findByRole('option', { name: new RegExp(`#${ticket.id}`) }, PATIENCE)
    expect(screen.queryByRole('option', { name: /Aceitar chamadas/ })).toBeNull()
    expect(calls.map(({ path }) => path)).not.toContain('/settings')
  })
})

describe('a contact in the palette', () => {
  it('is found by its name, below the tickets, and a conversation with it begins', async () => {
    const { field, calls } = await open()
    await userEvent.type(field, 'zulm')
    const found = await screen.findByRole('option', { name: /Zulmira Paz/ }, PATIENCE)
    const asked = calls.filter(({ path }) => path.startsWith('/contacts?')).map(({ path }) => path)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('searchParam=zulm')
    expect(listed().at(-1)).toBe(found)
    await userEvent.click(found)
    expect(await screen.findByRole('dialog', { name: 'Criar Ticket' }, PATIENCE)).toBeTruthy()
    await waitFor(() => expect(screen.getByDisplayValue('Zulmira Paz')).toBeTruthy(), PATIENCE)
  })

  it('that is searched no longer is not waited for', async () => {
    const signals: AbortSignal[] = []
    const { field } = await open()
    const answers = globalThis.fetch
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init)
      if (!request.url.includes('/contacts?')) return answers(input, init)
      signals.push(request.signal)
      return new Promise(() => undefined)
    }
    await userEvent.type(field, 'zul')
    await waitFor(() => expect(signals).toHaveLength(1), PATIENCE)
    await userEvent.type(field, 'mir')
    await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]), PATIENCE)
  })
})

describe('an open ticket in the palette', () => {
  installFakeLayout()

  const openTicket = async (own: Partial<TicketView>) => {
    const shown = buildTicket({ id: 30, ...own })
    const desk = createFakeDesk({
      me: buildMe({ profile: 'user' }),
      tickets: [shown],
      messages: [],
      notes: [],
      schedules: [],
    })
    await renderApp(
      <OutboxProvider>
        <Routes>
          <Route path="/tickets/:uuid" element={<TicketChat uuid={shown.uuid} />} />
        </Routes>
        <CommandPalette onClose={() => undefined} />
      </OutboxProvider>,
      {
        user: desk.data.me,
        path: `/tickets/${shown.uuid}`,
        answer: ({ method, path, body }) => {
          const url = new URL(path, 'http://desk')
          const given = body.startsWith('{') ? (JSON.parse(body) as unknown) : null
          return desk.handle({ method, path: url.pathname, query: url.searchParams, body: given })
        },
      },
    )
    const group = await screen.findByRole('group', { name: 'Este atendimento' }, PATIENCE)
    const names = within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    return { desk, shown, names }
  }

  it('offers what its menu and header offer, with the keys', async () => {
    const { names } = await openTicket({ status: 'pending' })
    expect(names).toEqual([
      'AceitarAlt A',
      'AgendamentoAlt S',
      'TransferirAlt T',
      'ObservaçõesAlt O',
      'Buscar na conversaCtrl F',
      'Finalizar',
      'TagsAlt G',
      'Dados do contatoAlt I',
      'Editar contato',
    ])
  })

  it('does it', async () => {
    const { desk, shown } = await openTicket({ status: 'pending' })
    await userEvent.type(screen.getByRole('combobox', { name: 'Buscar em tudo' }), 'aceitar{Enter}')
    await waitFor(
      () => expect(desk.data.tickets.find(({ id }) => id === shown.id)?.status).toBe('open'),
      PATIENCE,
    )
  })
})
