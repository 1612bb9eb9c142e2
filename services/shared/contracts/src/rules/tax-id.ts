/*
 * CPF: nine digits and two check digits. CNPJ: twelve digits or, since July 2026, capital letters, and two check digits; a character
 * counts as its ASCII code less 48 (Receita Federal, IN RFB 2.229/2024).
 */
const CPF = /^\d{11}$/
const CNPJ = /^[0-9A-Z]{12}\d{2}$/

const CPF_LONGEST_WEIGHT = 11
const CNPJ_LONGEST_WEIGHT = 9

/* Weights rise from 2 at the right end and begin anew after the longest. */
function computeCheckDigit(characters: string, longestWeight: number): number {
  const sum = [...characters].reverse().reduce((total, character, index) => {
    const weight = 2 + (index % (longestWeight - 1))
    return total + (character.charCodeAt(0) - 48) * weight
  }, 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

function hasCheckDigits(id: string, longestWeight: number): boolean {
  const body = id.slice(0, -2)
  const first = computeCheckDigit(body, longestWeight)
  return id.endsWith(`${first}${computeCheckDigit(`${body}${first}`, longestWeight)}`)
}

/* 111.111.111-11 has the right check digits and belongs to nobody. */
const isOneCharacter = (id: string): boolean => new Set(id).size === 1

/** A CPF or CNPJ without dots, bars and dashes, letters in capitals; undefined unless its check digits are right. */
export function parseTaxId(text: string): string | undefined {
  const id = text.replaceAll(/[\s./-]/g, '').toUpperCase()
  if (isOneCharacter(id)) return undefined
  if (CPF.test(id)) return hasCheckDigits(id, CPF_LONGEST_WEIGHT) ? id : undefined
  return CNPJ.test(id) && hasCheckDigits(id, CNPJ_LONGEST_WEIGHT) ? id : undefined
}

/** Whether a parsed tax id is a person's. */
export const isCpf = (taxId: string): boolean => CPF.test(taxId)
