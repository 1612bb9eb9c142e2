import { buildPayerSchema, toPayerValues } from './checkout.form'

const payer = { ...toPayerValues(null), firstName: 'Ana', address2: 'Rua 1', city: 'Recife', zipcode: '5' }

describe('the CPF or CNPJ of a checkout', () => {
  it.each([
    [false, 'BR', '', true],
    [true, 'BR', '', false],
    [true, 'usa', '', true],
    [true, 'BR', '529.982.247-25', true],
    [true, 'BR', '12.ABC.345/01DE-35', true],
    [false, 'BR', '529.982.247-26', false],
    [false, 'usa', '529.982.247-26', false],
  ])('needed: %s, country %s, “%s”: right is %s', (needsTaxId, country, taxId, isRight) => {
    const schema = buildPayerSchema(needsTaxId, 'wrong')
    expect(schema.isValidSync({ ...payer, country, taxId })).toBe(isRight)
  })
})
