import {
  findPayerFaults,
  parseTaxId,
  type BodyOf,
  type createSubscription,
  type PayerView,
} from '@balcao/contracts'
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

/**
 * The payer of a checkout; undefined when it names none.
 * @returns a CPF or CNPJ without punctuation; a wrong one as it was written.
 */
export const toPayer = (body: BodyOf<typeof createSubscription>): StoredPayer | undefined => {
  const payer = {
    name: body.firstName ?? '',
    address: body.address2 ?? '',
    district: body.district ?? '',
    city: body.city ?? '',
    state: body.state ?? '',
    zipCode: body.zipcode ?? '',
    country: body.country ?? '',
    taxId: parseTaxId(body.taxId ?? '') ?? body.taxId ?? '',
  }
  return Object.values(payer).some((text) => text !== '') ? payer : undefined
}

const NOBODY: StoredPayer = {
  name: '',
  address: '',
  district: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
  taxId: '',
}

interface PayerNeeds {
  /** The provider charges payers from Brazil with a CPF or CNPJ only. */
  needsTaxId: boolean
  /** A charge that names nobody will do: checkouts of other clients begin at the plan, and a Pix charge needs no payer. */
  mayBeNobody: boolean
}

/**
 * Who is charged: refused before anything is, with what is wrong by the body's fields. Who is named must be right in any case.
 * @throws {AppError} ERR_VALIDATION; ERR_TAX_ID_INVALID when only that is wrong
 */
export function requirePayer(
  payer: StoredPayer | undefined,
  { needsTaxId, mayBeNobody }: PayerNeeds,
): StoredPayer {
  if (!payer && mayBeNobody && !needsTaxId) return NOBODY
  const known = payer ?? NOBODY
  const fields = findPayerFaults(toPayerView(known), needsTaxId)
  const wrong = Object.keys(fields)
  if (wrong.length === 0) return known
  const isTaxIdAlone = wrong.every((field) => field === 'taxId')
  throw new AppError(isTaxIdAlone ? 'ERR_TAX_ID_INVALID' : 'ERR_VALIDATION', {
    detail: wrong.join(', '),
    fields,
  })
}

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
