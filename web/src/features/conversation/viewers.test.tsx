import type { ViewerEvent } from '@balcao/contracts'
import { act, cleanup, screen } from '@testing-library/react'

import { startLive } from '../../data/live/live'
import { buildMe, buildTicket } from '../../testing/desk-builders'
import { fakeSocket } from '../../testing/fake-socket'
import { renderApp } from '../../testing/render-app'
import { sayTyping } from './use-viewers'
import { TicketHeader } from './ticket-header'
import { useTicketActions } from './actions/use-ticket-actions'

const ticket = buildTicket({ id: 99 })
const nothing = () => undefined

const Header = () => (
  <TicketHeader ticket={ticket} moves={useTicketActions()} commands={[]} isPanelOpen={false} />
)

let stop: () => void = nothing

const open = async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'], advanceTimers: true })
  const server = fakeSocket()
  const { store } = await renderApp(<Header />, { user: buildMe(), path: '/tickets' })
  stop = startLive(store, { companyId: 1, userId: 1, open: server.open })
  const said = () =>
    server.emitted.filter(([name]) => name === 'viewTicket').map(([, ticketId, state]) => [ticketId, state])
  const answer = (ok: boolean) => {
    const ack = server.emitted.findLast(([name]) => name === 'viewTicket')?.at(-1)
    if (typeof ack === 'function') ack({ ok })
  }
  const hear = (event: Partial<ViewerEvent>, company = 1) =>
    act(() =>
      server.serverSays(`company-${company}-ticketViewer`, {
        ticketId: 99,
        viewer: 'a',
        user: { id: 2, name: 'Ana' },
        state: 'viewing',
        ...event,
      }),
    )
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
  return { server, said, answer, hear, pass }
}

const shown = () => screen.getByRole('banner').querySelector('[role=status]')?.textContent

afterEach(() => {
  stop()
  cleanup()
  jest.useRealTimers()
})

describe('the colleagues who have a ticket open', () => {
  it('are named with what they do, until they leave', async () => {
    const { hear } = await open()
    hear({})
    expect(shown()).toBe('Ana está vendo')
    hear({ viewer: 'b', user: { id: 3, name: 'Bia' }, state: 'typing' })
    expect(shown()).toBe('Bia está digitando… · Ana está vendo')
    hear({ state: 'typing' })
    expect(shown()).toBe('Ana e Bia estão digitando…')
    hear({ state: 'left' })
    hear({ viewer: 'b', user: { id: 3, name: 'Bia' }, state: 'left' })
    expect(shown()).toBe('')
  })

  it('are gone when nothing is heard of them, and stay while they are heard', async () => {
    const { hear, pass } = await open()
    hear({})
    await pass(20_000)
    hear({})
    await pass(20_000)
    expect(shown()).toBe('Ana está vendo')
    await pass(20_000)
    expect(shown()).toBe('')
  })

  it('are not the user in another tab, nor viewers of another ticket or company', async () => {
    const { hear } = await open()
    hear({ user: { id: 1, name: 'Marina' } })
    hear({ ticketId: 98 })
    hear({}, 2)
    expect(shown()).toBe('')
  })
})

describe('a user who has a ticket open', () => {
  it('says so once the others can be told, and again every ten seconds', async () => {
    const { server, said, answer, pass } = await open()
    server.ready(1)
    await pass(1_000)
    expect(said()).toEqual([[99, 'viewing']])
    answer(false)
    await pass(1_000)
    answer(true)
    await pass(3_000)
    expect(said()).toHaveLength(2)
    await pass(10_000)
    expect(said()).toHaveLength(3)
  })

  it('says that they write, and answers who has just come', async () => {
    const { server, said, hear, pass } = await open()
    server.ready(1)
    await pass(1_000)
    act(() => sayTyping(99, true))
    expect(said().at(-1)).toEqual([99, 'typing'])
    act(() => sayTyping(99, false))
    const before = said().length
    hear({})
    hear({ state: 'typing' })
    expect(said().slice(before)).toEqual([[99, 'viewing']])
  })
})
