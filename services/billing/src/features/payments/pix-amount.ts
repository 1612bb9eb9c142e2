/** `30.00`, as Pix writes amounts. */
export const toPixAmount = (cents: number): string => (cents / 100).toFixed(2)

/** Cents of an amount as a provider writes it: `30.00`, `30.5` or 30. NaN for anything else. */
export function parsePixAmount(amount: unknown): number {
  const text = typeof amount === 'number' ? String(amount) : amount
  if (typeof text !== 'string' || !/^\d{1,9}(\.\d{1,2})?$/.test(text)) return NaN
  const [reais = '', cents = ''] = text.split('.')
  return Number(reais) * 100 + Number(cents.padEnd(2, '0'))
}
