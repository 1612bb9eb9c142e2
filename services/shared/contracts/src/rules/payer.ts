import type { PayerView } from '../http/invoices.routes'
import { parseTaxId } from './tax-id'

/** What is wrong with a payer, by field: the specification's texts, the same in every language. */
export type PayerFaults = Partial<Record<keyof PayerView, string>>

const required = {
  firstName: 'O nome completo é obrigatório',
  address2: 'O Endereço é obrigatório',
  city: 'Cidade é obrigatória',
  zipcode: 'CEP é obrigatório',
  country: 'País é obrigatório',
} satisfies PayerFaults

export const payerCountries = ['BR', 'usa'] as const

/* Eight digits. */
const isBrazilianZipCode = (text: string): boolean => /^\d{5}-?\d{3}$/.test(text)

const hasTaxIdFault = ({ country, taxId }: PayerView, needsTaxId: boolean): boolean =>
  taxId.trim() === '' ? needsTaxId && country !== 'usa' : parseTaxId(taxId) === undefined

/**
 * What keeps somebody from paying; empty for a payer who can be charged.
 * @param needsTaxId payers from Brazil need a CPF or CNPJ; one that is given must be right in any case.
 */
export function findPayerFaults(payer: PayerView, needsTaxId: boolean): PayerFaults {
  const faults: PayerFaults = {}
  for (const [field, text] of Object.entries(required) as [keyof PayerView, string][])
    if (payer[field].trim() === '') faults[field] = text
  if (!faults.country && !payerCountries.some((country) => country === payer.country))
    faults.country = 'País inválido'
  if (!faults.zipcode && payer.country === 'BR' && !isBrazilianZipCode(payer.zipcode.trim()))
    faults.zipcode = 'CEP inválido'
  if (hasTaxIdFault(payer, needsTaxId)) faults.taxId = 'CPF ou CNPJ inválido'
  return faults
}
