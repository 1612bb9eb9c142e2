import { locales, type Language } from '../i18n/i18n'

const MINUTE_MS = 60_000

const units = [
  { unit: 'minute', ms: MINUTE_MS, below: 120 * MINUTE_MS },
  { unit: 'hour', ms: 60 * MINUTE_MS, below: 48 * 60 * MINUTE_MS },
  { unit: 'day', ms: 24 * 60 * MINUTE_MS, below: Infinity },
] as const

const chooseUnit = (spanMs: number) => units.find(({ below }) => spanMs < below) ?? units[2]

/** About how long: `1 minuto`, `90 minutos`, `47 horas`, `3 dias`; at least a minute. */
export const formatSpan = (spanMs: number, language: Language): string => {
  const { unit, ms } = chooseUnit(spanMs)
  const format = new Intl.NumberFormat(locales[language], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  })
  return format.format(Math.max(1, Math.round(spanMs / ms)))
}

/** How long ago: `agora`, `há 37 min`, `há 2 h`, `há 3 dias`. */
export const formatAgo = (spanMs: number, language: Language): string => {
  const format = new Intl.RelativeTimeFormat(locales[language], { style: 'narrow', numeric: 'auto' })
  if (spanMs < MINUTE_MS) return format.format(0, 'second')
  const { unit, ms } = chooseUnit(spanMs)
  return format.format(-Math.floor(spanMs / ms), unit).replace(/\.$/, '')
}
