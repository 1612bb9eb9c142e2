import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

import { applyEvent } from '../data/live/handlers'
import { liveStarted, liveUp } from '../data/live/live.slice'
import { buildUser } from '../testing/builders'
import { renderApp } from '../testing/render-app'
import { PaidSession } from './paid-session'

const PAST = '2020-01-05T15:00:00.000Z'
const RENEWED = '2999-01-01T15:00:00.000Z'
const company = { ...buildUser().company, dueDate: PAST }

const invoice = {
  id: 7,
  companyId: 1,
  detail: 'Plano 1',
  value: 30,
  dueDate: PAST,
  status: 'open',
  createdAt: PAST,
}

const open = (user: object, renewed = PAST) =>
  renderApp(<PaidSession>the desk</PaidSession>, {
    user: { profile: 'admin', company, ...user },
    answer: ({ path }) => {
      if (path === '/invoices/all') return { body: [invoice] }
      if (path === '/subscription') return { body: { unsettled: [] } }
      return { body: { id: 1, dueDate: renewed, plan: {} } }
    },
  })

describe('past the due date', () => {
  afterEach(() => jest.useRealTimers())

  it('an administrator sees why, and the invoice to pay, instead of the desk', async () => {
    const { calls } = await open({})
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /Sua assinatura venceu 05\/01\/2020.*pode pagar a fatura abaixo/,
    )
    expect(await screen.findByRole('button', { name: 'PAGAR: 7' })).toBeTruthy()
    expect(screen.queryByText('the desk')).toBeNull()
    expect(new Set(calls.map(({ path }) => path.replace(/\d+$/, '')))).toEqual(
      new Set(['/invoices/all', '/subscription']),
    )
  })

  it.each([
    ['a payment', 'payment', { action: 'CONCLUIDA', company: { id: 1, dueDate: RENEWED } }],
    ['a super user', 'companyHours', { action: 'update', companyId: 1, name: 'Loja', dueDate: RENEWED }],
  ] as const)(
    'the desk opens in the same session, 4 s after %s has moved the due date',
    async (_who, channel, payload) => {
      jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'], advanceTimers: true })
      const { store } = await open({})
      await screen.findByRole('alert')
      act(() => applyEvent(channel, payload as never, store))
      expect(
        (await screen.findAllByText(/Sua licença foi renovada até 01\/01\/2999/)).length,
      ).toBeGreaterThan(0)
      expect(screen.queryByText('the desk')).toBeNull()
      await act(() => jest.advanceTimersByTimeAsync(4_000))
      expect(screen.getByText('the desk')).toBeTruthy()
    },
  )

  it('the desk opens by itself after a payment that was made before the socket was open', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'], advanceTimers: true })
    const { store } = await open({}, RENEWED)
    await screen.findByRole('alert')
    act(() => {
      store.dispatch(liveStarted())
      store.dispatch(liveUp())
    })
    await screen.findAllByText(/Sua licença foi renovada até/)
    await act(() => jest.advanceTimersByTimeAsync(4_000))
    expect(screen.getByText('the desk')).toBeTruthy()
  })

  it('an administrator can log out', async () => {
    const { store } = await open({})
    await userEvent.click(await screen.findByRole('button', { name: 'Sair' }))
    await waitFor(() => expect(store.getState().session.phase).toBe('guest'))
  })

  it('a super user has the desk', async () => {
    await open({ super: true })
    expect(screen.getByText('the desk')).toBeTruthy()
  })
})

it('a company that has paid has the desk', async () => {
  await open({ company: { ...company, dueDate: null } })
  expect(screen.getByText('the desk')).toBeTruthy()
})
