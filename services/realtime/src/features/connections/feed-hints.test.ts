import { companyId } from '@balcao/contracts'
import { waitFor } from '@balcao/testkit'

import type { DeskServer, SocketRegistry } from './desk-socket.sockets'
import { createFeedHints, subscribeToFeedHints } from './feed-hints.sockets'

describe('hints to other processes', () => {
  it('of one turn leave together, the highest place of each company', async () => {
    const told: unknown[] = []
    const io = { serverSideEmit: (...values: unknown[]) => told.push(values) }
    const hints = createFeedHints({ io: io as unknown as DeskServer } satisfies SocketRegistry)
    hints.tell(companyId(7), 4)
    hints.tell(companyId(8), 1)
    hints.tell(companyId(7), 5)
    hints.tell(companyId(7), 3)
    await waitFor(() => told.length > 0)
    expect(told).toEqual([
      [
        'feed',
        [
          [7, 5],
          [8, 1],
        ],
      ],
    ])
  })

  it('are nothing where no server is attached', async () => {
    const hints = createFeedHints({ io: undefined })
    hints.tell(companyId(7), 1)
    await new Promise((resolve) => setImmediate(resolve))
  })

  it('are heard when they are pairs of numbers, and ignored when they are anything else', () => {
    let say: (heads: unknown) => void = () => undefined
    const io = { on: (_name: string, listener: typeof say) => (say = listener) }
    const heard: unknown[] = []
    subscribeToFeedHints(io as unknown as DeskServer, { hint: (...head) => heard.push(head) })
    for (const said of [
      undefined,
      'x',
      {},
      [7, 1],
      [[7]],
      [[7, '1']],
      [[7, -1]],
      [[7, 1.5]],
      [[7, 1, 2]],
      [null],
    ])
      say(said)
    expect(heard).toEqual([])
    say([[7, 12], ['x'], [8, 3]])
    expect(heard).toEqual([
      [7, 12],
      [8, 3],
    ])
  })
})
