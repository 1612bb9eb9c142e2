import type { BodyOf, createSubscription, PayerView } from '@balcao/contracts'

/** Who pays a company's invoices. */
export interface Payer {
  name: string
  email: string
  address: string
  city: string
  state: string
  zipCode: string
  country: string
}

export type StoredPayer = Omit<Payer, 'email'>

/** The payer of a checkout; undefined when it did not ask for one. */
export const toPayer = (body: BodyOf<typeof createSubscription>): StoredPayer | undefined =>
  body.firstName
    ? {
        name: body.firstName,
        address: body.address2 ?? '',
        city: body.city ?? '',
        state: body.state ?? '',
        zipCode: body.zipcode ?? '',
        country: body.country ?? '',
      }
    : undefined

export const toPayerView = (payer: StoredPayer): PayerView => ({
  firstName: payer.name,
  address2: payer.address,
  city: payer.city,
  state: payer.state,
  zipcode: payer.zipCode,
  country: payer.country,
})
