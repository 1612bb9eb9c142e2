import { findPriceFaults, isBudgetWrong, toPriceList, toPriceValues } from './price-values'

const list = {
  currency: 'USD',
  prices: [
    { category: 'utility', callingCode: '', micros: 6_800 },
    { category: 'utility', callingCode: '351', micros: 30_000 },
  ],
  monthlyBudgetMicros: 1_500_500_000,
}

describe('the form of prices', () => {
  it('gives back the list that it shows', () => {
    const values = toPriceValues(list, 'pt-BR')
    expect(values.prices.map(({ price }) => price)).toEqual(['0,0068', '0,03'])
    expect(values.budget).toBe('1500,5')
    expect(toPriceList(values)).toEqual(list)
  })

  it('begins with the usual categories, and leaves out what is empty', () => {
    const values = toPriceValues({ currency: 'BRL', prices: [], monthlyBudgetMicros: null }, 'pt-BR')
    expect(values.prices.map(({ category }) => category)).toEqual([
      'marketing',
      'utility',
      'authentication',
      'service',
    ])
    expect(values.budget).toBe('')
    expect(toPriceList(values)).toEqual({ currency: 'BRL', prices: [], monthlyBudgetMicros: null })
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
    expect(findPriceFaults({ prices })).toEqual([
      { index: 1, field: 'price', what: 'price' },
      { index: 2, field: 'callingCode', what: 'double' },
      { index: 4, field: 'callingCode', what: 'double' },
      { index: 5, field: 'callingCode', what: 'code' },
    ])
  })

  it.each([
    ['', false],
    [' ', false],
    ['200', false],
    ['200,50', false],
    ['0', true],
    ['0,00', true],
    ['1.500', true],
    ['muito', true],
  ])('finds whether %j is no budget: %s', (budget, isWrong) =>
    expect(isBudgetWrong({ budget })).toBe(isWrong),
  )
})
