import { rankCommands, rateMatch } from './rank-commands'

describe('how well words name a command', () => {
  const aceitar = { label: 'Aceitar chamadas', detail: 'As chamadas são recusadas.' }
  it.each([
    ['aceitar chamadas', 0],
    ['ACEI', 1],
    ['cham', 2],
    ['chamadas aceitar', 2],
    ['madas', 3],
    ['sao', 4],
    ['aceitar recusadas', 4],
    ['kanban', undefined],
  ])('%s', (words, rating) => expect(rateMatch(aceitar, words)).toBe(rating))
})

describe('commands', () => {
  const build = (group: string, label: string) => ({ group, label, detail: '' })
  const all = [
    build('pages', 'Listas de Contatos'),
    build('pages', 'Contatos'),
    build('settings', 'Exportar contatos'),
    build('ticket', 'Contato'),
  ]
  const rank = (words: string) => rankCommands(all, words).map(({ label }) => label)
  it('are all there without words', () => expect(rank(' ')).toHaveLength(4))
  it('come with the best match first, each group together', () =>
    expect(rank('contato')).toEqual(['Contato', 'Contatos', 'Listas de Contatos', 'Exportar contatos']))
})
