import type { AppError } from '@balcao/kernel'

import { requirePayer, toPayer, type StoredPayer } from './payer'

const payer: StoredPayer = {
  name: 'Ana',
  address: 'Rua 1',
  district: '',
  city: 'Recife',
  state: '',
  zipCode: '50000-000',
  country: 'BR',
  taxId: '',
}

const refusal = (one: StoredPayer | undefined, needs: Parameters<typeof requirePayer>[1]) => {
  try {
    requirePayer(one, needs)
    return undefined
  } catch (error) {
    const { code, fields } = error as AppError
    return [code, Object.keys(fields ?? {})]
  }
}

describe('a payer', () => {
  it.each([
    [payer, false, undefined],
    [{ ...payer, city: '' }, false, ['ERR_VALIDATION', ['city']]],
    [{ ...payer, taxId: '1' }, false, ['ERR_TAX_ID_INVALID', ['taxId']]],
    [payer, true, ['ERR_TAX_ID_INVALID', ['taxId']]],
    [{ ...payer, country: 'usa' }, true, undefined],
    [{ ...payer, name: '', taxId: '1' }, false, ['ERR_VALIDATION', ['firstName', 'taxId']]],
    [undefined, false, ['ERR_VALIDATION', ['firstName', 'address2', 'city', 'zipcode', 'country']]],
  ] as const)('%j, where a CPF is needed (%s): %j', (one, isNeeded, expected) => {
    expect(refusal(one, { needsTaxId: isNeeded, mayBeNobody: false })).toEqual(expected)
  })

  it.each([
    [undefined, false, undefined],
    [undefined, true, ['ERR_VALIDATION', ['firstName', 'address2', 'city', 'zipcode', 'country', 'taxId']]],
    [{ ...payer, city: '' }, false, ['ERR_VALIDATION', ['city']]],
  ] as const)('%j, where nobody will do and a CPF is needed (%s): %j', (one, isNeeded, expected) => {
    expect(refusal(one, { needsTaxId: isNeeded, mayBeNobody: true })).toEqual(expected)
  })

  it('is none where a checkout names none', () => {
    expect(toPayer({ planId: 3, country: '' })).toBeUndefined()
  })

  it('of a checkout has a CPF without punctuation', () => {
    expect(toPayer({ taxId: '529.982.247-25' })?.taxId).toBe('52998224725')
  })
})
