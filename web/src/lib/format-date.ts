/** What the caller's clock and language make of a moment; rules are pure and take `now`. */
export const two = (value: number) => String(value).padStart(2, '0')

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Whole calendar days between two moments: 0 today, 1 yesterday. */
export const calendarDaysBefore = (date: Date, now: Date): number =>
  Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)

/** HH:mm */
export const formatTime = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`

/** yyyy-MM-dd of the local day: the form of days in fields and addresses. */
export const toDayKey = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** yyyy-MM-ddTHH:mm in local time: the form of moments in fields. */
export const toMomentKey = (date: Date): string => `${toDayKey(date)}T${formatTime(date)}`

/** dd/MM/yyyy */
export const formatDay = (date: Date): string =>
  `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`

/** dd/MM/yyyy HH:mm */
export const formatDayTime = (date: Date): string => `${formatDay(date)} ${formatTime(date)}`

/** dd/MM HH:mm, of the internal chats in the top bar. */
export const formatDayMonthTime = (date: Date): string =>
  `${two(date.getDate())}/${two(date.getMonth() + 1)} ${formatTime(date)}`

/** dd/MM/yy HH:mm, of the connections table. */
export const formatShortDayTime = (date: Date): string =>
  `${two(date.getDate())}/${two(date.getMonth() + 1)}/${two(date.getFullYear() % 100)} ${formatTime(date)}`

export interface DayWords {
  today: string
  yesterday: string
}

/** In a list: HH:mm today, "ontem", the weekday within a week, dd/MM this year, dd/MM/yyyy. */
export const formatMoment = (date: Date, now: Date, language: string, words: DayWords): string => {
  const days = calendarDaysBefore(date, now)
  if (days <= 0) return formatTime(date)
  if (days === 1) return words.yesterday.toLocaleLowerCase(language)
  if (days < 7) return date.toLocaleDateString(language, { weekday: 'short' }).replace('.', '')
  if (date.getFullYear() === now.getFullYear()) return `${two(date.getDate())}/${two(date.getMonth() + 1)}`
  return formatDay(date)
}

/** Above a day's messages: Hoje, Ontem, dd/MM/yyyy. */
export const formatDayDivider = (date: Date, now: Date, words: DayWords): string => {
  const days = calendarDaysBefore(date, now)
  return days === 0 ? words.today : days === 1 ? words.yesterday : formatDay(date)
}
