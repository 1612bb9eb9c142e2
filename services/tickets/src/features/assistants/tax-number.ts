/* Each digit weighs one less than the one before; CNPJ's weights go from 9 to 2 and begin again. */
const checkDigit = (digits: readonly number[], longestWeight: number): number => {
  const sum = digits.reduce((total, digit, index) => {
    const place = digits.length - 1 - index
    return total + digit * ((place % (longestWeight - 1)) + 2)
  }, 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

function hasCheckDigits(digits: readonly number[], longestWeight: number): boolean {
  const own = digits.slice(0, -2)
  const first = checkDigit(own, longestWeight)
  return first === digits.at(-2) && checkDigit([...own, first], longestWeight) === digits.at(-1)
}

/** The digits of a CPF or CNPJ; undefined for any other text, and for a number with wrong check digits. */
export function parseTaxNumber(text: string): string | undefined {
  const digits = text.trim().replace(/[.\-/ ]/g, '')
  if (!/^(\d{11}|\d{14})$/.test(digits) || /^(\d)\1+$/.test(digits)) return undefined
  const isCpf = digits.length === 11
  return hasCheckDigits([...digits].map(Number), isCpf ? 12 : 9) ? digits : undefined
}
