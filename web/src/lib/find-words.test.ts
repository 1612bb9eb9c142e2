import { excerptFound, splitFound } from './find-words'

const show = (pieces: { text: string; isFound: boolean }[]) =>
  pieces.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('')

it.each([
  ['O boleto não chegou', 'BOLÉ nao', 'O [boleto] [não] chegou'],
  ['Reboleto', 'boleto', 'Reboleto'],
  ['', 'boleto', ''],
  ['boleto, Boleto', 'boleto', '[boleto], [Boleto]'],
  ['tudo bem', '', 'tudo bem'],
])('%s, looked for with %s', (text, looked, shown) => expect(show(splitFound(text, looked))).toBe(shown))

it('begins shortly before the first found word', () =>
  expect(show(excerptFound('Bom dia, gostaria de saber se o boleto venceu', 'boleto'))).toBe(
    '…taria de saber se o [boleto] venceu',
  ))
