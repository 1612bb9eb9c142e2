import { prefixUpperBound, foldText, listNumberForms, splitQuery, splitWords } from './words'

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

describe('a number', () => {
  it('is found whole, without country, without area, by both ninth-digit forms and its end', () => {
    expect(listNumberForms('5511955550101')).toEqual([
      '5511955550101',
      '0101',
      '11955550101',
      '955550101',
      '55550101',
    ])
  })

  it('of another country is found whole and by its end', () => {
    expect(listNumberForms('14155550101')).toEqual(['14155550101', '0101'])
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
