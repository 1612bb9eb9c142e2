import { parseTaxId, type PayerView } from '@balcao/contracts'
import { object, string } from 'yup'

import type { CheckoutForm } from '../../data/invoices.api'

/**
 * The specification's texts, the same in every language.
 * @param needsTaxId payers from Brazil need a CPF or CNPJ; one that is given must be right in any case.
 * @param wrongTaxId what to say otherwise
 */
export const buildPayerSchema = (needsTaxId: boolean, wrongTaxId: string) =>
  object({
    firstName: string().trim().required('O nome completo é obrigatório'),
    address2: string().trim().required('O Endereço é obrigatório'),
    city: string().trim().required('Cidade é obrigatória'),
    state: string(),
    zipcode: string().trim().required('CEP é obrigatório'),
    country: string().oneOf(['BR', 'usa']).required('País é obrigatório'),
    taxId: string().test('tax-id', wrongTaxId, (text = '', { parent }) => {
      const { country } = parent as { country?: string }
      return text.trim() === '' ? !needsTaxId || country === 'usa' : parseTaxId(text) !== undefined
    }),
  })

export type PayerValues = Required<PayerView>

export const toPayerValues = (payer: PayerView | null): PayerValues =>
  payer ?? {
    firstName: '',
    address2: '',
    district: '',
    city: '',
    state: '',
    zipcode: '',
    country: 'BR',
    taxId: '',
  }

/* What is not an answer to the form's question is not sent: the server keeps the payer of the last checkout. */
export const toCheckoutBody = (values: PayerValues, invoiceId: number | null): CheckoutForm => ({
  ...(values.firstName.trim() !== '' && values),
  ...(invoiceId !== null && { invoiceId }),
})
