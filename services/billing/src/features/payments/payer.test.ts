import { assertTaxId, type Payer } from './payer'

const payer: Payer = {
  name: 'Ana',
  email: 'ana@a.test',
  address: '',
  city: '',
  state: '',
  district: '',
  zipCode: '',
  country: 'BR',
  taxId: '',
}

describe('a payer', () => {
  it.each([
    ['BR', '', true],
    ['', '', true],
    ['usa', '', false],
    ['BR', '52998224725', false],
  ])('in “%s” with tax id “%s” is refused where one is needed: %s', (country, taxId, isRefused) => {
    const check = () => assertTaxId({ ...payer, country, taxId }, true)
    if (isRefused) expect(check).toThrow('ERR_TAX_ID_INVALID')
    else expect(check).not.toThrow()
  })

  it('needs none elsewhere', () => expect(() => assertTaxId(payer, false)).not.toThrow())
})
