import {
  findPayerFaults,
  type OffersView,
  type PayerFaults,
  type PayerView,
  type PlanOfferView,
  type Recurrence,
  type SubscriptionView,
} from '@balcao/contracts'

import type { CheckoutForm } from '../../data/invoices.api'

/**
 * What is wrong with a payer, by field, as the server checks it.
 * @param wrongTaxId what to say of a CPF or CNPJ
 */
export function checkPayer(payer: PayerView, needsTaxId: boolean, wrongTaxId: string): PayerFaults {
  const { taxId, ...faults } = findPayerFaults(payer, needsTaxId)
  return taxId === undefined ? faults : { ...faults, taxId: wrongTaxId }
}

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

/** What a checkout asks: who pays, and for what. */
export interface CheckoutValues extends PayerValues {
  /** 0 while the offers are not known. */
  planId: number
  recurrence: Recurrence
}

export const findOffer = (
  offers: OffersView | undefined,
  { planId }: Pick<CheckoutValues, 'planId'>,
): PlanOfferView | undefined => offers?.offers.find(({ plan }) => plan.id === planId)

/** The form as it begins: with what was chosen last, or else with what the company has. */
export function toCheckoutValues(
  { payer, recurrence }: Pick<SubscriptionView, 'payer' | 'recurrence'>,
  offers: OffersView | undefined,
): CheckoutValues {
  const last = offers && findOffer(offers, offers.chosen)
  const first = last && last.exceeded.length === 0 ? last : offers?.offers.find(({ isPresent }) => isPresent)
  return { ...toPayerValues(payer), planId: first?.plan.id ?? 0, recurrence }
}

/*
 * What is not an answer to the form's question is not sent: the server keeps the payer of the last checkout, and the terms of the invoice
 * where the offers are not known.
 */
export const toCheckoutBody = (
  { planId, recurrence, ...payer }: CheckoutValues,
  invoiceId: number | null,
): CheckoutForm => ({
  ...(payer.firstName.trim() !== '' && payer),
  ...(planId !== 0 && { planId, recurrence }),
  ...(invoiceId !== null && { invoiceId }),
})
