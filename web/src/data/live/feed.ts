import { MOST_SYNC_AGE, type ChannelName, type ChannelPayloads, type SyncAnswer } from '@balcao/contracts'

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
  fetchSince(range: { since: number; age?: number }): Promise<SyncAnswer>
  /** How long ago the first of what is on the screen can have been fetched. */
  readDataAgeMs(): number
  /** The gap cannot be filled: everything on screen is refetched. */
  reset(): void
  /** Runs `flush` soon: the next frame, or a quarter of a second later in a hidden tab. */
  schedule(flush: () => void): void
  onSyncing(syncing: boolean): void
}

/** After this many pages of 500 a fresh fetch is cheaper than catching up. */
const MAX_SYNC_PAGES = 10

/* Clocks of the server's machines may differ by so much. */
const AGE_MARGIN_S = 10

/* The events taken so far: each `seq` once and upward, applied in one batch per frame. */
const createTakenEvents = (ports: Pick<FeedPorts, 'apply' | 'schedule'>) => {
  /** Highest seq taken; null until the first `ready`. */
  let taken: number | null = null
  let batch: FeedEvent[] = []
  /** Live events that arrived while an older gap is open. */
  let held: FeedEvent[] = []
  let gapOpen = false
  let scheduled = false

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

  return {
    position: () => taken,
    take,
    moveTo: (seq: number) => {
      taken = seq
    },
    moveUpTo: (seq: number) => {
      taken = Math.max(taken ?? 0, seq)
    },
    takeOrHold: (event: FeedEvent) => {
      if (gapOpen) held.push(event)
      else take(event)
    },
    openGap: () => {
      gapOpen = true
    },
    closeGap: () => {
      gapOpen = false
      const waiting = held.sort((left, right) => left.seq - right.seq)
      held = []
      for (const event of waiting) take(event)
    },
    clear: () => {
      taken = null
      batch = []
      held = []
      gapOpen = false
    },
  }
}

/**
 * Puts the company's events in order: each `seq` is applied once and upward, a reconnect fills its gap from
 * /sync before later events go on, and events reach the store in one batch per frame.
 */
export const createFeed = (ports: FeedPorts) => {
  const events = createTakenEvents(ports)
  let filling = false
  /** Where the feed stood when the socket was up last. */
  let head = 0
  /** Incremented by `restart`; answers of an earlier life are dropped. */
  let life = 0

  /* Everything is fetched again; events go on after `seq`. */
  const startOver = (seq = Math.max(events.position() ?? 0, head)) => {
    events.moveTo(seq)
    ports.reset()
  }

  const fillGap = async (gap: { since: number; age?: number }) => {
    const thisLife = life
    let range = gap
    for (let page = 0; page < MAX_SYNC_PAGES; page += 1) {
      const answer = await ports.fetchSince(range)
      if (thisLife !== life) return
      if (answer.reset) return startOver(answer.seq)
      for (const event of answer.events) events.take(event)
      events.moveUpTo(answer.seq)
      if (!answer.hasMore) return
      range = { since: answer.seq }
    }
    startOver()
  }

  /* What was fetched before the rooms were joined may have missed what happened meanwhile. */
  const begin = async () => {
    const thisLife = life
    const age = Math.ceil(ports.readDataAgeMs() / 1000) + AGE_MARGIN_S
    try {
      if (age <= MOST_SYNC_AGE) return await fillGap({ since: 0, age })
    } catch {
      // As without an answer: everything is fetched again, which tells whoever looks when it fails.
    }
    if (thisLife === life) startOver()
  }

  const fill = async () => {
    const thisLife = life
    events.openGap()
    if (events.position() === null) await begin()
    let before = -1
    let taken = events.position()
    while (thisLife === life && taken !== null && head > taken && taken > before) {
      before = taken
      ports.onSyncing(true)
      try {
        await fillGap({ since: taken })
      } finally {
        ports.onSyncing(false)
      }
      taken = events.position()
    }
    if (thisLife === life) events.closeGap()
  }

  return {
    /** A live event. Dropped when already taken; held while an older gap is open. */
    receive: events.takeOrHold,

    /** The socket was lost: the next event may follow a gap. */
    lost(): void {
      if (events.position() !== null) events.openGap()
    },

    /**
     * The socket is up and its rooms are joined, the feed stands at `position`. The first time, what was written since the first
     * fetches is asked for, or, where that is too long ago, everything is fetched again. Later, the gap is filled.
     * Rejects when /sync could not be reached: the gap stays open, call again.
     */
    async catchUp(position: number): Promise<void> {
      head = Math.max(head, position)
      if (filling) return
      const thisLife = life
      filling = true
      try {
        await fill()
      } finally {
        if (thisLife === life) filling = false
      }
    },

    /** For another company or user: pending events and answers are dropped. */
    restart(): void {
      life += 1
      head = 0
      filling = false
      events.clear()
    },

    /** Highest seq taken. */
    position: events.position,
  }
}

export type Feed = ReturnType<typeof createFeed>
