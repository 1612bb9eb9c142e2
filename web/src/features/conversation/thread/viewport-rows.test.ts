import { renderHook } from '@testing-library/react'

import type { ThreadRow } from './thread-rows'
import { useNewLast } from './viewport-rows'

const row = (id: string, isOutgoing: boolean): ThreadRow =>
  ({
    kind: 'message',
    key: id,
    bubble: { key: id, message: { id }, outgoing: isOutgoing ? { clientId: id } : null },
  }) as unknown as ThreadRow

const received = row('m1', false)
const sent = row('c1', true)

describe('the last row of a conversation', () => {
  it.each([
    ['a message that was sent before the conversation had loaded', [received, sent], true],
    ['what the customer wrote', [received], false],
  ])('at the first render: %s', (_what, rows, isMine) => {
    expect(renderHook(() => useNewLast(rows)).result.current).toEqual({ isNew: true, isMine })
  })

  it('is new once', () => {
    const { result, rerender } = renderHook(({ rows }) => useNewLast(rows), {
      initialProps: { rows: [received] },
    })
    rerender({ rows: [received, sent] })
    expect(result.current).toEqual({ isNew: true, isMine: true })
    rerender({ rows: [received, sent] })
    expect(result.current).toEqual({ isNew: false, isMine: false })
  })
})
