/* Milliseconds that the server's clock is ahead of this browser's. */
let aheadMs = 0

/**
 * The offset after another answer. The server wrote its `Date`, in whole seconds, between sending and arrival by our clock: the known
 * offset stays when it agrees, and moves no further than it must when it does not.
 */
export const followServerDate = (
  knownMs: number,
  date: string | null,
  sentAt: number,
  answeredAt: number,
): number => {
  const secondAt = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(secondAt)) return knownMs
  const least = secondAt - answeredAt
  const most = secondAt + 999 - sentAt
  // Our clock was set back while the answer was on its way.
  if (least > most) return knownMs
  return Math.min(Math.max(knownMs, least), most)
}

/** The network, whose answers keep `readServerTime` right. Answers from a cache have an old date: theirs is not read. */
export const withServerClock =
  (fetchFn: typeof fetch): typeof fetch =>
  async (input, init) => {
    const sentAt = Date.now()
    const response = await fetchFn(input, init)
    if (response.headers.get('cache-control')?.includes('no-store'))
      aheadMs = followServerDate(aheadMs, response.headers.get('date'), sentAt, Date.now())
    return response
  }

/** Now, by the server's clock: what a day or a deadline is compared with. The zone stays the browser's. */
export const readServerTime = (): Date => new Date(Date.now() + aheadMs)
