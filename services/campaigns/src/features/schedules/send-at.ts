import { toInstant } from '@balcao/contracts'

const PARTS = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|[+-]\d{2}:\d{2})?$/

/**
 * Parses `sendAt`: ISO-8601 with an offset, or a time of the company's zone without one.
 * Undefined for a time that does not exist (31 February, 24:61) or lies outside 1970 to 2999.
 */
export function parseSendAt(text: string, timeZone: string): Date | undefined {
  const match = PARTS.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second = '00', fraction = '0', offset] = match
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}`
  const asUtc = new Date(`${wall}Z`)
  // JavaScript rolls 31 February over to March: a valid time formats back to its input.
  const isTime = !Number.isNaN(asUtc.getTime()) && asUtc.toISOString() === `${wall}Z`
  if (!isTime || Number(year) < 1970 || Number(year) >= 3000) return undefined
  const instant = offset === undefined ? toInstant(timeZone, asUtc) : new Date(`${wall}${offset}`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}
