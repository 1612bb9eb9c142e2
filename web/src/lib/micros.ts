const MICROS = 1_000_000
const PRICE = /^\d{1,4}([.,]\d{1,6})?$/
const BUDGET = /^\d{1,9}([.,]\d{1,2})?$/

/* With a comma or a point before its decimals; undefined for anything else. */
const parseAmount = (shape: RegExp, typed: string): number | undefined =>
  shape.test(typed.trim()) ? Math.round(Number(typed.trim().replace(',', '.')) * MICROS) : undefined

/** Millionths of a typed price, up to six decimals; undefined for anything else. */
export const parseMicros = (typed: string): number | undefined => parseAmount(PRICE, typed)

/** Millionths of a typed sum of money, at most cents: `1.500` is refused, which is a thousand to one and one and a half to another. */
export const parseBudget = (typed: string): number | undefined => parseAmount(BUDGET, typed)

/** As it is typed: `0,0625` in Portuguese. */
export const writeMicros = (micros: number, locale: string): string =>
  (micros / MICROS).toLocaleString(locale, { maximumFractionDigits: 6, useGrouping: false })

/** A sum: `R$ 12,34`. */
export const formatMicros = (micros: number, currency: string, locale: string): string =>
  (micros / MICROS).toLocaleString(locale, { style: 'currency', currency })
