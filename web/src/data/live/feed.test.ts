import type { SyncAnswer } from '@balcao/contracts'

import { createFeed, type FeedEvent } from './feed'

const event = (seq: number): FeedEvent => ({
  seq,
  channel: 'ticket',
  payload: { action: 'delete', ticketId: seq },
})

interface Given {
  /** What GET /sync answers, by `since`. */
  sync?: (since: number) => SyncAnswer | Promise<SyncAnswer>
  /** How long ago the page was loaded; an hour unless given. */
  dataAgeMs?: number
}

const buildAnswer = (seqs: number[], more: Partial<SyncAnswer> = {}): SyncAnswer => ({
  events: seqs.map((seq) => ({ seq, channel: 'ticket', payload: { action: 'delete', ticketId: seq } })),
  seq: seqs.at(-1) ?? 0,
  hasMore: false,
  reset: false,
  ...more,
})

const setUp = ({ sync = () => buildAnswer([]), dataAgeMs = 3_600_000 }: Given = {}) => {
  const applied: number[] = []
  const flushes: (() => void)[] = []
  const asked: number[] = []
  const ages: (number | undefined)[] = []
  const syncing: boolean[] = []
  let resets = 0
  const feed = createFeed({
    apply: ({ seq }) => applied.push(seq),
    readDataAgeMs: () => dataAgeMs,
    fetchSince: async ({ since, age }) => {
      asked.push(since)
      ages.push(age)
      return sync(since)
    },
    reset: () => {
      resets += 1
    },
    schedule: (flush) => flushes.push(flush),
    onSyncing: (now) => syncing.push(now),
  })
  const frame = () => flushes.splice(0).forEach((flush) => flush())
  return { feed, applied, asked, ages, syncing, frame, scheduled: () => flushes.length, resets: () => resets }
}

describe('the company feed in the browser', () => {
  it('applies a burst in one batch per frame', async () => {
    const { feed, applied, frame, scheduled } = setUp()
    await feed.catchUp(10)
    ;[11, 12, 13].forEach((seq) => feed.receive(event(seq)))
    expect(scheduled()).toBe(1)
    expect(applied).toEqual([])
    frame()
    expect(applied).toEqual([11, 12, 13])
  })

  it('drops what it has seen', async () => {
    const { feed, applied, frame } = setUp()
    await feed.catchUp(10)
    ;[11, 11, 9, 10, 12].forEach((seq) => feed.receive(event(seq)))
    frame()
    expect(applied).toEqual([11, 12])
  })

  it('fetches everything again at its first ready when the first fetches are long ago', async () => {
    const { feed, resets, asked } = setUp()
    await feed.catchUp(10)
    expect(resets()).toBe(1)
    expect(asked).toEqual([])
  })

  it('asks at its first ready for what was written since the first fetches: the rooms were joined later', async () => {
    const { feed, applied, frame, resets, asked, ages } = setUp({
      dataAgeMs: 1_400,
      sync: () => buildAnswer([9, 10]),
    })
    const caught = feed.catchUp(10)
    feed.receive(event(11))
    await caught
    frame()
    expect([asked, ages]).toEqual([[0], [12]])
    expect(applied).toEqual([9, 10, 11])
    expect(resets()).toBe(0)
  })

  it.each([
    [
      'cannot be answered',
      () => {
        throw new Error('unreachable')
      },
    ],
    ['is too much', () => buildAnswer([], { seq: 10, reset: true })],
  ])('fetches everything again at its first ready when that %s', async (_what, sync) => {
    const { feed, applied, frame, resets } = setUp({ dataAgeMs: 1_400, sync })
    await feed.catchUp(10)
    feed.receive(event(11))
    frame()
    expect(resets()).toBe(1)
    expect(applied).toEqual([11])
  })

  it('fills what follows when the socket is lost and up again meanwhile', async () => {
    const answers: ((answer: SyncAnswer) => void)[] = []
    const { feed, applied, frame, asked } = setUp({
      sync: () => new Promise<SyncAnswer>((resolve) => answers.push(resolve)),
    })
    await feed.catchUp(10)
    feed.lost()
    const caught = feed.catchUp(11)
    feed.lost()
    await feed.catchUp(13)
    feed.receive(event(14))
    answers[0]?.(buildAnswer([11]))
    await Promise.resolve()
    while (answers.length < 2) await Promise.resolve()
    answers[1]?.(buildAnswer([12, 13]))
    await caught
    frame()
    expect(asked).toEqual([10, 11])
    expect(applied).toEqual([11, 12, 13, 14])
  })

  it('fills the gap of a reconnect from /sync before later events go on', async () => {
    const { feed, applied, frame, asked, syncing } = setUp({ sync: () => buildAnswer([11, 12, 13]) })
    await feed.catchUp(10)
    feed.lost()
    const caught = feed.catchUp(13)
    feed.receive(event(13))
    feed.receive(event(14))
    await caught
    frame()
    expect(asked).toEqual([10])
    expect(applied).toEqual([11, 12, 13, 14])
    expect(syncing).toEqual([true, false])
  })

  it('pages on while the server has more', async () => {
    const { feed, applied, frame, asked } = setUp({
      sync: (since) => (since === 10 ? buildAnswer([11, 12], { hasMore: true }) : buildAnswer([13])),
    })
    await feed.catchUp(10)
    feed.lost()
    await feed.catchUp(13)
    frame()
    expect(asked).toEqual([10, 12])
    expect(applied).toEqual([11, 12, 13])
  })

  it('asks nothing when it missed nothing', async () => {
    const { feed, applied, frame, asked } = setUp()
    await feed.catchUp(10)
    feed.lost()
    await feed.catchUp(10)
    feed.receive(event(11))
    frame()
    expect(asked).toEqual([])
    expect(applied).toEqual([11])
  })

  it('starts over from the head when the gap is older than the feed', async () => {
    const { feed, applied, frame, resets } = setUp({ sync: () => buildAnswer([], { seq: 900, reset: true }) })
    await feed.catchUp(10)
    feed.lost()
    await feed.catchUp(900)
    feed.receive(event(899))
    feed.receive(event(901))
    frame()
    expect(resets()).toBe(2)
    expect(applied).toEqual([901])
  })

  it('moves past events of others that /sync left out', async () => {
    const { feed } = setUp({ sync: () => buildAnswer([11], { seq: 40 }) })
    await feed.catchUp(10)
    feed.lost()
    await feed.catchUp(40)
    expect(feed.position()).toBe(40)
  })

  it('keeps the gap open while /sync fails: nothing later is applied before it is filled', async () => {
    let fails = true
    const { feed, applied, frame } = setUp({
      sync: () => {
        if (fails) throw new Error('unreachable')
        return buildAnswer([11, 12])
      },
    })
    await feed.catchUp(10)
    feed.lost()
    await expect(feed.catchUp(12)).rejects.toThrow('unreachable')
    feed.receive(event(13))
    frame()
    expect(applied).toEqual([])
    fails = false
    await feed.catchUp(12)
    frame()
    expect(applied).toEqual([11, 12, 13])
  })

  it('forgets everything for another company, even an answer on its way', async () => {
    let release: (answer: SyncAnswer) => void = () => undefined
    const { feed, applied, frame } = setUp({
      sync: () =>
        new Promise<SyncAnswer>((resolve) => {
          release = resolve
        }),
    })
    await feed.catchUp(10)
    feed.lost()
    const caught = feed.catchUp(12)
    feed.restart()
    release(buildAnswer([11, 12]))
    await caught
    frame()
    expect(applied).toEqual([])
    expect(feed.position()).toBeNull()
  })
})
