import { DEFAULT_TIME_ZONE, type Language } from '@balcao/contracts'

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

/* Each with two digits, the year with four. */
function readWallClock({ timeZone }: CompanyLocale, now: Date): Record<string, string> {
  const parts = findFormatter(timeZone).formatToParts(now)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

function chooseGreeting(hour: number, language: Language): string {
  const [night, morning, afternoon, evening] = greetings[language]
  if (hour < 6) return night
  if (hour < 12) return morning
  return hour < 18 ? afternoon : evening
}

/** "Bom dia" and its like: by the hour in the company's zone, in its language. */
export const greetAt = (now: Date, locale: CompanyLocale): string =>
  chooseGreeting(Number(readWallClock(locale, now)['hour']), locale.language)

function buildValues({ contactName, now, locale = defaultLocale }: MessageFacts): Map<string, string> {
  const { year, month, day, hour, minute, second } = readWallClock(locale, now)
  const name = contactName.trim()
  const firstName = name.split(/\s+/)[0] ?? ''
  const greeting = chooseGreeting(Number(hour), locale.language)
  const time = `${Number(hour)}:${minute}:${second}`
  return new Map([
    ['firstName', firstName],
    ['name', name],
    ['ms', greeting],
    // Older spellings, which saved texts still contain.
    ['gretting', greeting],
    ['greeting', greeting],
    ['protocol', `${year}${month}${day}${hour}${minute}${second}`],
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
