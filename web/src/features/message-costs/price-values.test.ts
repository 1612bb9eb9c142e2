import { findPriceFaults, toPriceList, toPriceValues } from './price-values'

const list = {
  currency: 'USD',
  prices: [
    { category: 'utility', callingCode: '', micros: 6_800 },
    { category: 'utility', callingCode: '351', micros: 30_000 },
  ],
}

describe('the form of prices', () => {
  it('gives back the list that it shows', () => {
    const values = toPriceValues(list, 'pt-BR')
    expect(values.prices.map(({ price }) => price)).toEqual(['0,0068', '0,03'])
    expect(toPriceList(values)).toEqual(list)
  })

  it('begins with the usual categories, and leaves out what is empty', () => {
    const values = toPriceValues({ currency: 'BRL', prices: [] }, 'pt-BR')
    expect(values.prices.map(({ category }) => category)).toEqual([
      'marketing',
      'utility',
      'authentication',
      'service',
    ])
    expect(toPriceList(values)).toEqual({ currency: 'BRL', prices: [] })
  })

  it('finds what is no price, and a market that is there twice', () => {
    const row = (callingCode: string, price: string) => ({ category: 'service', callingCode, price })
    const prices = [
      row('', '1,5'),
      row('+55', 'caro'),
      row('55', '2'),
      row('351', ''),
      row('', '1'),
      row('055', '1'),
    ]
    expect(findPriceFaults({ currency: 'BRL', prices })).toEqual([
      { index: 1, field: 'price', what: 'price' },
      { index: 2, field: 'callingCode', what: 'double' },
      { index: 4, field: 'callingCode', what: 'double' },
      { index: 5, field: 'callingCode', what: 'code' },
    ])
  })
})
