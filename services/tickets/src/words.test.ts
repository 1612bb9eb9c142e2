import { foldText } from '@balcao/kernel'

import { prefixUpperBound, listNumberForms, listWordEnds, splitQuery, splitWords } from './words'

describe('words of a text', () => {
  it('ignore accents, case and compatibility forms', () => {
    expect(splitWords('Olá OLÁ ola ﬁlme Ａ')).toEqual(['ola', 'filme', 'a'])
  })

  it('are cut at what is no letter and no digit', () => {
    expect(splitWords('nota-fiscal: R$ 1.200,00 😀 <b>ok</b>')).toEqual([
      'nota',
      'fiscal',
      'r',
      '1',
      '200',
      '00',
      'b',
      'ok',
    ])
  })

  it('are bounded in length and number', () => {
    expect(splitWords('x'.repeat(100))).toEqual(['x'.repeat(32)])
    expect(splitWords(Array.from({ length: 500 }, (_, index) => `w${index}`).join(' '))).toHaveLength(120)
  })

  it('of a query are at most six', () => {
    expect(splitQuery('a b c d e f g h')).toHaveLength(6)
    expect(splitQuery(" % _ * ' ")).toEqual([])
  })
})

describe('ends of words', () => {
  it('have at least three characters, so that any part of a word is the beginning of one', () => {
    expect(listWordEnds(['souza', 'ana', 'li'])).toEqual(['souza', 'ana', 'li', 'ouza', 'uza'])
  })

  it('are cut between characters', () => {
    expect(listWordEnds(['𝒜bcd'])).toEqual(['𝒜bcd', 'bcd'])
  })
})

describe('a number', () => {
  const isFoundBy = (number: string, typed: string) =>
    listWordEnds(listNumberForms(number)).some((end) => end.startsWith(typed))

  it.each(['5511955550101', '11955550101', '955550101', '55550101', '551155550101', '0101', '101'])(
    'is found by %s, whichever form is stored',
    (typed) => {
      expect(isFoundBy('5511955550101', typed)).toBe(true)
      expect(isFoundBy('551155550101', typed)).toBe(true)
    },
  )

  it('of another country has one form', () => {
    expect(listNumberForms('14155550101')).toEqual(['14155550101'])
    expect(isFoundBy('14155550101', '550101')).toBe(true)
  })
})

describe('the end of a prefix', () => {
  it('sorts after all its words and before the next prefix', () => {
    const end = prefixUpperBound('ola')
    for (const word of ['ola', 'olaz', 'ola\u{FFFF}', 'ola9'])
      expect(Buffer.compare(Buffer.from(word), Buffer.from(end))).toBe(-1)
    expect(Buffer.compare(Buffer.from('olb'), Buffer.from(end))).toBe(1)
  })

  it('holds for folded text', () => {
    expect(foldText('ÇÃO')).toBe('cao')
  })
})
