import type { ChannelName, ChannelPayloads, SyncAnswer } from '@balcao/contracts'

/** One event of the company's feed, as a socket or /sync brought it. */
export interface FeedEvent {
  seq: number
  channel: ChannelName
  payload: ChannelPayloads[ChannelName]
}

export interface FeedPorts {
  /** Passes one event to the listeners of its channel. */
  apply(event: FeedEvent): void
  /** GET /sync; rejects when the server cannot be reached. */
  fetchSince(seq: number): Promise<SyncAnswer>
  /** The gap cannot be filled: everything on screen is refetched. */
  reset(): void
  /** Runs `flush` soon: the next frame, or a quarter of a second later in a hidden tab. */
  schedule(flush: () => void): void
  onSyncing(syncing: boolean): void
}

/** After this many pages of 500 a fresh fetch is cheaper than catching up. */
const MAX_SYNC_PAGES = 10

/**
 * Puts the company's events in order: each `seq` is applied once and upward, a reconnect fills its gap from
 * /sync before later events go on, and events reach the store in one batch per frame.
 */
export const createFeed = (ports: FeedPorts) => {
  /** Highest seq taken; null until the first `ready`. */
  let taken: number | null = null
  let batch: FeedEvent[] = []
  /** Live events that arrived while an older gap is open. */
  let held: FeedEvent[] = []
  let gapOpen = false
  let filling = false
  let scheduled = false
  /** Incremented by `restart`; answers of an earlier life are dropped. */
  let life = 0

  const flush = () => {
    scheduled = false
    const events = batch
    batch = []
    for (const event of events) ports.apply(event)
  }

  const take = (event: FeedEvent) => {
    if (taken !== null && event.seq <= taken) return
    taken = event.seq
    batch.push(event)
    if (scheduled) return
    scheduled = true
    ports.schedule(flush)
  }

  const closeGap = () => {
    gapOpen = false
    const waiting = held.sort((left, right) => left.seq - right.seq)
    held = []
    for (const event of waiting) take(event)
  }

  const fillGap = async (since: number) => {
    const thisLife = life
    let from = since
    for (let page = 0; page < MAX_SYNC_PAGES; page += 1) {
      const answer = await ports.fetchSince(from)
      if (thisLife !== life) return
      for (const event of answer.reset ? [] : answer.events) take(event)
      from = answer.seq
      taken = answer.reset ? answer.seq : Math.max(taken ?? 0, answer.seq)
      if (answer.reset) ports.reset()
      if (answer.reset || !answer.hasMore) return
    }
    ports.reset()
  }

  return {
    /** A live event. Dropped when already taken; held while an older gap is open. */
    receive(event: FeedEvent): void {
      if (gapOpen) held.push(event)
      else take(event)
    },

    /** The socket was lost: the next event may follow a gap. */
    lost(): void {
      gapOpen = taken !== null
    },

    /**
     * The socket is up and its rooms are joined, the feed stands at `head`. The first time, what was fetched
     * before the rooms were joined may have missed something: it is fetched again. Later, the gap is filled.
     * Rejects when /sync could not be reached: the gap stays open, call again.
     */
    async catchUp(head: number): Promise<void> {
      if (filling) return
      if (taken === null) {
        taken = head
        ports.reset()
        return
      }
      const thisLife = life
      if (head > taken) {
        gapOpen = true
        filling = true
        ports.onSyncing(true)
        try {
          await fillGap(taken)
        } finally {
          filling = false
          ports.onSyncing(false)
        }
      }
      if (thisLife === life) closeGap()
    },

    /** For another company or user: pending events and answers are dropped. */
    restart(): void {
      life += 1
      taken = null
      batch = []
      held = []
      gapOpen = false
    },

    /** Highest seq taken. */
    position: () => taken,
  }
}

export type Feed = ReturnType<typeof createFeed>
