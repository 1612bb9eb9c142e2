import type { TicketEvent, TicketView } from '@balcao/contracts'
import { act, screen } from '@testing-library/react'

import { readArrivals, selectArrivals } from '../../data/arrivals.slice'
import { useAppSelector } from '../../data/hooks'
import { applyEvent } from '../../data/live/handlers'
import { buildTicket, buildUser } from '../../testing/builders'
import { renderApp } from '../../testing/render-app'
import { hasArrivedInQueue, useArrivals } from './use-arrivals'

const me = buildUser()
const rafael = { id: 2, name: 'Rafael' }
const waiting = { status: 'pending', userId: null, user: null } as const

type Updated = Extract<TicketEvent, { action: 'update' }>

const update = (own: Partial<TicketView>, change: Partial<NonNullable<Updated['change']>>): Updated => ({
  action: 'update',
  ticket: buildTicket({ ...waiting, ...own }),
  change: { by: rafael, previousUserId: 2, previousQueueId: 4, previousStatus: 'open', ...change },
})

describe('a ticket that a colleague', () => {
  it.each<[string, Updated, boolean]>([
    ['transfers to my queue', update({}, {}), true],
    ['returns to my queue', update({}, { previousQueueId: 3 }), true],
    ['moves to my queue while it waits', update({}, { previousStatus: 'pending' }), true],
    ['only tags', update({}, { previousStatus: 'pending', previousQueueId: 3 }), false],
    ['transfers to another queue', update({ queueId: 4 }, {}), false],
    ['accepts', update({ status: 'open', userId: 2 }, { previousStatus: 'pending' }), false],
  ])('%s', (_name, event, isMarked) => expect(hasArrivedInQueue(event, me)).toBe(isMarked))

  it('is no colleague: I returned it myself', () =>
    expect(hasArrivedInQueue(update({}, { by: { id: me.id, name: me.name } }), me)).toBe(false))
})

const Arrivals = () => {
  useArrivals(0)
  return <output data-testid="marked">{useAppSelector(selectArrivals).join()}</output>
}

const marked = () => screen.getByTestId('marked').textContent

it('is marked until a colleague accepts it, in the other tabs and after a reload too', async () => {
  const { store } = await renderApp(<Arrivals />, { user: me })
  const hear = (event: TicketEvent) =>
    act(() => applyEvent('ticket', event, { dispatch: store.dispatch, getState: store.getState }))
  hear(update({ id: 31 }, {}))
  hear(update({ id: 32 }, {}))
  expect([marked(), readArrivals(me.id), readArrivals(me.id + 1)]).toEqual(['31,32', [31, 32], []])
  hear(update({ id: 31, status: 'open', userId: 2 }, { previousStatus: 'pending' }))
  expect([marked(), readArrivals(me.id)]).toEqual(['32', [32]])
  localStorage.setItem('ui.arrivals', JSON.stringify({ userId: me.id, ticketIds: [33] }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'ui.arrivals' })))
  expect(marked()).toBe('33')
})
