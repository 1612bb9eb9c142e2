import { HOUR } from '../time/durations'

export interface MessageFacts {
  contactName: string
  now: Date
}

/** São Paulo has had no daylight saving since 2019. */
const SAO_PAULO_OFFSET_MS = 3 * HOUR

const two = (value: number): string => String(value).padStart(2, '0')

function greetingAt(hour: number): string {
  if (hour < 6) return 'Boa madrugada'
  if (hour < 12) return 'Bom dia'
  return hour < 18 ? 'Boa tarde' : 'Boa noite'
}

function buildValues({ contactName, now }: MessageFacts): Map<string, string> {
  const local = new Date(now.getTime() - SAO_PAULO_OFFSET_MS)
  const [hour, minute, second] = [local.getUTCHours(), two(local.getUTCMinutes()), two(local.getUTCSeconds())]
  const name = contactName.trim()
  const firstName = name.split(/\s+/)[0] ?? ''
  const greeting = greetingAt(hour)
  const day = `${local.getUTCFullYear()}${two(local.getUTCMonth() + 1)}${two(local.getUTCDate())}`
  const time = `${hour}:${minute}:${second}`
  return new Map([
    ['firstName', firstName],
    ['name', name],
    ['ms', greeting],
    // Older spellings, which saved texts still contain.
    ['gretting', greeting],
    ['greeting', greeting],
    ['protocol', `${day}${two(hour)}${minute}${second}`],
    ['hour', time],
    ['hora', time],
  ])
}

const VARIABLE = /\{\{\{?\s{0,8}([a-zA-Z]{1,20})\s{0,8}\}?\}\}/g

/** Whether the text contains a variable. */
export const hasVariables = (body: string): boolean => body.includes('{{')

/**
 * The text with `{{firstName}} {{name}} {{ms}} {{protocol}} {{hour}}` (and their older spellings) filled in, as plain
 * text: nothing is escaped. Unknown variables stay as typed. Inserted values are not scanned again.
 */
export function fillVariables(body: string, facts: MessageFacts): string {
  if (!hasVariables(body)) return body
  const values = buildValues(facts)
  return body.replace(VARIABLE, (typed, name: string) => values.get(name) ?? typed)
}
