const PARTS = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|[+-]\d{2}:\d{2})?$/
const SAO_PAULO = '-03:00'

/**
 * Parses `sendAt`: ISO-8601 with an offset, or a local time of São Paulo without one.
 * Undefined for a time that does not exist (31 February, 24:61) or lies outside 1970 to 2999.
 */
export function parseSendAt(text: string): Date | undefined {
  const match = PARTS.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second = '00', fraction = '0', offset = SAO_PAULO] = match
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}`
  const asUtc = new Date(`${wall}Z`)
  const instant = new Date(`${wall}${offset}`)
  // JavaScript rolls 31 February over to March: a valid time formats back to its input.
  const exists =
    !Number.isNaN(asUtc.getTime()) && asUtc.toISOString() === `${wall}Z` && !Number.isNaN(instant.getTime())
  return exists && Number(year) >= 1970 && Number(year) < 3000 ? instant : undefined
}
