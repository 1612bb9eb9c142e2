import type { PayerView } from '../http/invoices.routes'
import { findPayerFaults } from './payer'

const payer: PayerView = {
  firstName: 'Ana',
  address2: 'Rua 1',
  district: '',
  city: 'Recife',
  state: '',
  zipcode: '50000-000',
  country: 'BR',
  taxId: '',
}

describe('a payer', () => {
  it.each([
    [{}, {}],
    [{ firstName: ' ' }, { firstName: 'O nome completo é obrigatório' }],
    [{ address2: '' }, { address2: 'O Endereço é obrigatório' }],
    [{ city: '' }, { city: 'Cidade é obrigatória' }],
    [{ zipcode: '' }, { zipcode: 'CEP é obrigatório' }],
    [{ zipcode: '5000-000' }, { zipcode: 'CEP inválido' }],
    [{ zipcode: '50000000' }, {}],
    [{ zipcode: '5000', country: 'usa' }, {}],
    [{ country: '' }, { country: 'País é obrigatório' }],
    [{ country: 'FR' }, { country: 'País inválido' }],
    [
      { city: '', taxId: '1' },
      { city: 'Cidade é obrigatória', taxId: 'CPF ou CNPJ inválido' },
    ],
  ])('with %j has the faults %j', (fields, faults) => {
    expect(findPayerFaults({ ...payer, ...fields }, false)).toEqual(faults)
  })

  it.each([
    [false, 'BR', '', true],
    [true, 'BR', '', false],
    [true, 'usa', '', true],
    [true, 'BR', '529.982.247-25', true],
    [true, 'BR', '12.ABC.345/01DE-35', true],
    [false, 'BR', '529.982.247-26', false],
    [false, 'usa', '529.982.247-26', false],
  ])(
    'where a CPF or CNPJ is needed (%s), of %s, with “%s”, is right: %s',
    (isNeeded, country, taxId, isRight) => {
      const faults = findPayerFaults({ ...payer, country, taxId }, isNeeded)
      expect(faults).toEqual(isRight ? {} : { taxId: 'CPF ou CNPJ inválido' })
    },
  )
})
