import { act, renderHook } from '@testing-library/react'
import type { PointerEvent } from 'react'

import { buildTicket } from '../../testing/desk-builders'
import { useStillRows } from './use-still-rows'

const ticket = (id: number, unreadMessages = 0) => buildTicket({ id, unreadMessages })
const mouse = { pointerType: 'mouse' } as PointerEvent
const finger = { pointerType: 'touch' } as PointerEvent

const render = () => {
  const view = renderHook(({ tickets, key }) => useStillRows(tickets, key), {
    initialProps: { tickets: [ticket(1), ticket(2), ticket(3)], key: 'waiting' },
  })
  const show = () =>
    view.result.current.rows.map(({ ticket: { id }, hasLeft }) => `${id}${hasLeft ? ' left' : ''}`)
  return { ...view, show }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

describe('rows under a mouse', () => {
  it('stand still until it rests, while what they show goes on', () => {
    const { result, rerender, show } = render()
    act(() => result.current.onPointerMove(mouse))
    rerender({ tickets: [ticket(4), ticket(3, 5), ticket(1)], key: 'waiting' })
    expect(show()).toEqual(['1', '2 left', '3', '4'])
    expect(result.current.rows[2]?.ticket.unreadMessages).toBe(5)
    act(() => void jest.advanceTimersByTime(1900))
    act(() => result.current.onPointerMove(mouse))
    act(() => void jest.advanceTimersByTime(1900))
    expect(show()).toEqual(['1', '2 left', '3', '4'])
    act(() => void jest.advanceTimersByTime(100))
    expect(show()).toEqual(['4', '3', '1'])
  })

  it('move once it leaves, and with another list', () => {
    const { result, rerender, show } = render()
    act(() => result.current.onPointerMove(mouse))
    rerender({ tickets: [ticket(2)], key: 'waiting' })
    act(() => result.current.onPointerLeave())
    expect(show()).toEqual(['2'])
    act(() => result.current.onPointerMove(mouse))
    rerender({ tickets: [ticket(9)], key: 'served' })
    expect(show()).toEqual(['9'])
  })

  it('move under a finger, which does not hover', () => {
    const { result, rerender, show } = render()
    act(() => result.current.onPointerMove(finger))
    rerender({ tickets: [ticket(2)], key: 'waiting' })
    expect(show()).toEqual(['2'])
  })
})
