import { foldText } from './fold-text'

describe('a text for comparison', () => {
  it.each([
    ['Ação', 'acao'],
    ['Ac\u0327a\u0303o', 'acao'],
    ['ﬁm Ａ', 'fim a'],
    ['e\u0301\u0323\u0301', 'e'],
    ['', ''],
  ])('of %j is %j', (text, folded) => expect(foldText(text)).toBe(folded))
})
