import { DEFAULT_TIME_ZONE } from '../http/business-hours'
import type { Language } from './bot/words'
import { toWallClock } from './wall-clock'

/** Where and in which language a company writes to its customers. */
export interface CompanyLocale {
  timeZone: string
  language: Language
}

/** Of a company whose settings cannot be read. */
export const defaultLocale: CompanyLocale = { timeZone: DEFAULT_TIME_ZONE, language: 'pt' }

export interface MessageFacts {
  contactName: string
  now: Date
  locale?: CompanyLocale
}

/* By the hour: before 6, 12, 18 and after. */
const greetings: Readonly<Record<Language, readonly [string, string, string, string]>> = {
  pt: ['Boa madrugada', 'Bom dia', 'Boa tarde', 'Boa noite'],
  en: ['Good evening', 'Good morning', 'Good afternoon', 'Good evening'],
  es: ['Buenas noches', 'Buenos días', 'Buenas tardes', 'Buenas noches'],
}

function chooseGreeting(hour: number, language: Language): string {
  const [night, morning, afternoon, evening] = greetings[language]
  if (hour < 6) return night
  if (hour < 12) return morning
  return hour < 18 ? afternoon : evening
}

/** "Bom dia" and its like: by the hour in the company's zone, in its language. */
export const greetAt = (now: Date, locale: CompanyLocale): string =>
  chooseGreeting(toWallClock(locale.timeZone, now).getUTCHours(), locale.language)

function buildValues({ contactName, now, locale = defaultLocale }: MessageFacts): Map<string, string> {
  const wall = toWallClock(locale.timeZone, now)
  const [date = '', clock = ''] = wall.toISOString().slice(0, 19).split('T')
  const name = contactName.trim()
  const firstName = name.split(/\s+/)[0] ?? ''
  const greeting = chooseGreeting(wall.getUTCHours(), locale.language)
  const time = clock.replace(/^0/, '')
  return new Map([
    ['firstName', firstName],
    ['name', name],
    ['ms', greeting],
    // Older spellings, which saved texts still contain.
    ['gretting', greeting],
    ['greeting', greeting],
    ['protocol', `${date}${clock}`.replace(/\D/g, '')],
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
