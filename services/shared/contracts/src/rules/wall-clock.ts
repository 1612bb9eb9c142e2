const SECOND = 1_000
const DAY = 86_400 * SECOND

/* Making a formatter costs a hundred times as much as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function findFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, made)
  return made
}

/** What the clocks of a zone show at a moment, as a time whose UTC fields are theirs. */
export function toWallClock(timeZone: string, at: Date): Date {
  const parts = findFormatter(timeZone).formatToParts(at)
  const read = (part: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === part)?.value)
  const milliseconds = ((at.getTime() % SECOND) + SECOND) % SECOND
  return new Date(
    Date.UTC(
      read('year'),
      read('month') - 1,
      read('day'),
      read('hour'),
      read('minute'),
      read('second'),
      milliseconds,
    ),
  )
}

const readOffsetMs = (timeZone: string, at: number): number =>
  toWallClock(timeZone, new Date(at)).getTime() - at

/**
 * The moment at which the clocks of a zone show a time, given as one whose UTC fields are theirs. Of a time that comes twice the
 * first; one that is skipped when clocks go forward is as much later.
 */
export function toInstant(timeZone: string, wall: Date): Date {
  const shown = wall.getTime()
  const [before, after] = [shown - DAY, shown + DAY].map((at) => shown - readOffsetMs(timeZone, at))
  const isShown = (at = 0) => toWallClock(timeZone, new Date(at)).getTime() === shown
  return new Date((isShown(after) && !isShown(before) ? after : before) ?? shown)
}
