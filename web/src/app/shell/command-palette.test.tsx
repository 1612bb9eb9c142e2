import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { buildTicket } from '../../testing/builders'
import { renderApp } from '../../testing/render-app'
import { CommandPalette } from './command-palette'

const PATIENCE = { timeout: 30_000 }
const ticket = buildTicket({ id: 12 })

const open = async (profile: 'admin' | 'user' = 'admin') => {
  let closed = 0
  const view = await renderApp(<CommandPalette onClose={() => (closed += 1)} />, {
    user: { profile },
    answer: ({ path }) => {
      if (path.startsWith('/companies/listPlan/'))
        return { body: { plan: { useCampaigns: true, useKanban: false } } }
      if (path.startsWith('/tickets'))
        return { body: { tickets: [ticket], count: 1, hasMore: false, matches: [] } }
      return { status: 404, body: { error: 'ERR_NOT_FOUND' } }
    },
  })
  const field = await screen.findByRole('combobox', { name: 'Ir para página ou atendimento' })
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
