import { DAY, HOUR, MINUTE } from '@balcao/kernel'
import type { PastTicket } from '@balcao/tickets/service'

import type { DemoQueue } from './demo-conversations'
import { pastDialogues, pastNames } from './past-dialogues'

/** Who served whom; ids by name. */
export interface HistoryCast {
  /** Agents of each queue. */
  agents: Readonly<Record<DemoQueue, readonly number[]>>
  queues: Readonly<Record<DemoQueue, number>>
  tags: Readonly<Record<string, number>>
}

const DAYS = 30
/* São Paulo is UTC−3 all year. */
const OPENING_MS = 11 * HOUR
const WORKDAY_MS = 9 * HOUR

/* The same desk at every start: a linear congruential generator instead of chance. */
function createSequence(): (below: number) => number {
  let state = 20_260_101
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const pick = <T>(from: readonly T[], index: number): T => {
  const found = from[index % from.length]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/* By chance; a third of the customers does not answer. */
const ratings = [3, 3, 3, 3, 2, 1] as const

function buildPastTicket(cast: HistoryCast, next: (below: number) => number, dayStart: number): PastTicket {
  const dialogue = pick(pastDialogues, next(pastDialogues.length))
  const person = next(pastNames.length)
  const openedAt = dayStart + OPENING_MS + next(WORKDAY_MS)
  const acceptedAt = openedAt + MINUTE + next(25 * MINUTE)
  const lines = dialogue.lines.map(([by, body], index) => ({
    fromMe: by === 'agent',
    body,
    at: new Date(index === 0 ? openedAt : acceptedAt + index * 5 * MINUTE - next(4 * MINUTE)),
  }))
  const last = lines.at(-1)?.at.getTime() ?? acceptedAt
  return {
    contact: { name: pick(pastNames, person), number: `55119600${String(10_000 + person)}` },
    queueId: cast.queues[dialogue.queue],
    userId: pick(cast.agents[dialogue.queue], next(97)),
    openedAt: new Date(openedAt),
    acceptedAt: new Date(acceptedAt),
    closedAt: new Date(last + MINUTE + next(10 * MINUTE)),
    rate: ratings[next(9)],
    tagIds: dialogue.tag === undefined ? [] : [cast.tags[dialogue.tag] ?? 0].filter(Boolean),
    lines,
  }
}

/* Fewer on Saturdays, none on Sundays. */
const countTickets = (day: Date, next: (below: number) => number): number =>
  day.getUTCDay() === 0 ? 0 : (day.getUTCDay() === 6 ? 3 : 8) + next(4)

/** The last month of a shop: some 200 resolved tickets, in opening hours, the same for the same day. */
export function buildHistory(cast: HistoryCast, now: Date): PastTicket[] {
  const next = createSequence()
  const today = Math.floor(now.getTime() / DAY) * DAY
  const days = Array.from({ length: DAYS }, (_, back) => today - (DAYS - back) * DAY)
  return days.flatMap((dayStart) =>
    Array.from({ length: countTickets(new Date(dayStart), next) }, () =>
      buildPastTicket(cast, next, dayStart),
    ),
  )
}
