import { findLink } from './find-link'

describe('the link in a text', () => {
  it.each([
    ['veja https://loja.example/p?id=1#a e responda', 'https://loja.example/p?id=1#a'],
    ['http://loja.example', 'http://loja.example'],
    ['(veja https://loja.example/p).', 'https://loja.example/p'],
    ['*https://loja.example/p*', 'https://loja.example/p'],
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

  it('is looked for in a moment, whatever the text is', () => {
    for (const part of ['https://', 'h', 'https://a.', '.,;:!?'])
      expect(findLink(part.repeat(100_000))?.length ?? 0).toBeLessThanOrEqual(2_000)
  })
})
