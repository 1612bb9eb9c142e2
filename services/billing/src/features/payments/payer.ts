import { parseTaxId, type BodyOf, type createSubscription, type PayerView } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

/** Who pays a company's invoices. */
export interface Payer {
  name: string
  email: string
  address: string
  district: string
  city: string
  state: string
  zipCode: string
  country: string
  /** CPF or CNPJ without punctuation, or ''. */
  taxId: string
}

export type StoredPayer = Omit<Payer, 'email'>

function requireTaxId(text: string): string {
  const taxId = parseTaxId(text)
  if (taxId === undefined) throw new AppError('ERR_TAX_ID_INVALID')
  return taxId
}

/** Refuses a payer from Brazil without CPF or CNPJ, where the provider asks for it. @throws {AppError} ERR_TAX_ID_INVALID */
export function assertTaxId({ taxId, country }: Payer, isNeeded: boolean): void {
  if (isNeeded && country !== 'usa' && taxId === '') throw new AppError('ERR_TAX_ID_INVALID')
}

/** The payer of a checkout; undefined when it did not ask for one. @throws {AppError} ERR_TAX_ID_INVALID */
export const toPayer = (body: BodyOf<typeof createSubscription>): StoredPayer | undefined =>
  body.firstName
    ? {
        name: body.firstName,
        address: body.address2 ?? '',
        district: body.district ?? '',
        city: body.city ?? '',
        state: body.state ?? '',
        zipCode: body.zipcode ?? '',
        country: body.country ?? '',
        taxId: body.taxId ? requireTaxId(body.taxId) : '',
      }
    : undefined

export const toPayerView = (payer: StoredPayer): PayerView => ({
  firstName: payer.name,
  address2: payer.address,
  district: payer.district,
  city: payer.city,
  state: payer.state,
  zipcode: payer.zipCode,
  country: payer.country,
  taxId: payer.taxId,
})
