import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { applyEvent } from '../../data/live/handlers'
import { renderApp } from '../../testing/render-app'
import { useBudgetAlert } from './use-budget-alert'

const Alert = () => {
  useBudgetAlert()
  return null
}

it.each([
  [80, '80 % do orçamento do mês para mensagens, R$ 1.500,00, foi gasto'],
  [100, 'O orçamento do mês para mensagens, R$ 1.500,00, acabou'],
])(
  'a budget that is spent to %d %% is told on whatever page, with the way to the costs',
  async (percent, text) => {
    const { store, where } = await renderApp(<Alert />, { user: { profile: 'admin' }, path: '/tickets' })
    const budget = {
      month: '2026-11',
      percent,
      currency: 'BRL',
      budgetMicros: 1_500_000_000,
      spentMicros: 1_510_000_000,
    }
    act(() =>
      applyEvent(
        'messageBudget',
        { action: 'reached', budget },
        { dispatch: store.dispatch, getState: store.getState },
      ),
    )
    // Without the kind of its spaces.
    await screen.findByText((shown) => shown.includes(text))
    screen.getByRole('button', { name: 'Ver custos' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(where()).toBe('/message-costs')
  },
)
