const MICROS = 1_000_000
const PRICE = /^\d{1,4}([.,]\d{1,6})?$/

/** Millionths of a typed price, with a comma or a point before its decimals; undefined for anything else. */
export const parseMicros = (typed: string): number | undefined =>
  PRICE.test(typed.trim()) ? Math.round(Number(typed.trim().replace(',', '.')) * MICROS) : undefined

const BUDGET = /^\d{1,9}([.,]\d{1,2})?$/

/** Millionths of a typed sum of money, at most cents: `1.500` is refused, which is a thousand to one and one and a half to another. */
export const parseBudget = (typed: string): number | undefined =>
  BUDGET.test(typed.trim()) ? Math.round(Number(typed.trim().replace(',', '.')) * MICROS) : undefined

/** As it is typed: `0,0625` in Portuguese. */
export const writeMicros = (micros: number, locale: string): string =>
  (micros / MICROS).toLocaleString(locale, { maximumFractionDigits: 6, useGrouping: false })

/** A sum: `R$ 12,34`. */
export const formatMicros = (micros: number, currency: string, locale: string): string =>
  (micros / MICROS).toLocaleString(locale, { style: 'currency', currency })
