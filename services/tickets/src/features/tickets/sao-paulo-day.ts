import { DAY, HOUR } from '@balcao/kernel'

/** São Paulo is UTC−3 all year since 2019. */
const OFFSET_MS = 3 * HOUR

/** From the first instant of `YYYY-MM-DD` in São Paulo to that of the next day. */
export function saoPauloDay(day: string): { from: Date; to: Date } {
  const from = Date.parse(`${day}T00:00:00Z`) + OFFSET_MS
  return { from: new Date(from), to: new Date(from + DAY) }
}
