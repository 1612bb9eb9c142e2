import { parseTaxNumber } from './tax-number'

describe('a tax number', () => {
  it.each([
    ['529.982.247-25', '52998224725'],
    [' 52998224725 ', '52998224725'],
    ['11.444.777/0001-61', '11444777000161'],
    ['11222333000181', '11222333000181'],
    ['529.982.247-24', undefined],
    ['11.444.777/0001-62', undefined],
    ['111.111.111-11', undefined],
    ['5299822472', undefined],
    ['meu cpf é 529.982.247-25', undefined],
    ['', undefined],
  ])('%j is %j', (text, digits) => expect(parseTaxNumber(text)).toBe(digits))
})
