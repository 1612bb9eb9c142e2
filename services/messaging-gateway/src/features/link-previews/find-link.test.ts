import { findLink } from './find-link'

describe('the link in a text', () => {
  it.each([
    ['veja https://loja.example/p?id=1#a e responda', 'https://loja.example/p?id=1#a'],
    ['http://loja.example', 'http://loja.example'],
    ['(veja https://loja.example/p).', 'https://loja.example/p'],
    ['*https://loja.example/p*', 'https://loja.example/p'],
    ['_https://loja.example/p_', 'https://loja.example/p'],
    ['HTTPS://Loja.example/P!', 'HTTPS://Loja.example/P'],
    ['um https://a.example dois https://b.example', 'https://a.example'],
    ['https://loja.example/promoção', 'https://loja.example/promoção'],
  ])('%s: %s', (text, link) => expect(findLink(text)).toBe(link))

  it.each([
    '',
    'loja.example',
    'ftp://loja.example/',
    'javascript:alert(1)',
    'https://',
    'https://[::1',
    `https://loja.example/${'a'.repeat(2_000)}`,
  ])('%s: none', (text) => expect(findLink(text)).toBeUndefined())

  it('is found in front of more brackets than the text around it may have', () =>
    expect(findLink(`https://loja.example/${')'.repeat(1_900)} e mais`)).toBe('https://loja.example/'))

  it('is looked for in at most 2,000 characters from its protocol on', () => {
    expect(findLink(`https://loja.example/p${')'.repeat(65_000)}x`)).toBeUndefined()
    expect(findLink(`https://loja.example/p${')'.repeat(65_000)}`)).toBeUndefined()
  })
})
