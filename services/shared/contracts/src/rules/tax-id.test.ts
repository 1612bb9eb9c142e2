import { isCpf, parseTaxId } from './tax-id'

describe('a CPF or CNPJ', () => {
  it.each([
    ['529.982.247-25', '52998224725'],
    [' 52998224725 ', '52998224725'],
    ['111.444.777-35', '11144477735'],
    ['123.456.789-09', '12345678909'],
    ['11.222.333/0001-81', '11222333000181'],
    ['11.444.777/0001-61', '11444777000161'],
    ['00.000.000/0001-91', '00000000000191'],
    ['33.000.167/0001-01', '33000167000101'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
  ])('%s is kept as %s', (text, kept) => expect(parseTaxId(text)).toBe(kept))

  it.each([
    ['', 'nothing'],
    ['meu cpf é 529.982.247-25', 'more than a number'],
    ['529.982.247-26', 'a wrong last digit'],
    ['529.982.247-35', 'a wrong first check digit'],
    ['111.111.111-11', 'one digit only'],
    ['00.000.000/0000-00', 'one digit only'],
    ['5299822472', 'a digit too few'],
    ['529982247255', 'a digit too many'],
    ['11.222.333/0001-82', 'a wrong last digit'],
    ['12.ABC.345/01DE-36', 'a wrong last digit'],
    ['12.ABD.345/01DE-35', 'another letter'],
    ['12.ABC.345/01DE-3A', 'a letter as check digit'],
    ['529.982.247-2A', 'a letter in a CPF'],
    ['529982247２5', 'a wide digit'],
    ['12.ÀBC.345/01DE-35', 'a letter outside of A to Z'],
  ])('%s is none: %s', (text) => expect(parseTaxId(text)).toBeUndefined())

  it('is a person’s or a company’s', () => {
    expect(['52998224725', '11222333000181', '12ABC34501DE35'].map(isCpf)).toEqual([true, false, false])
  })
})
