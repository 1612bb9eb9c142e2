import { capabilities } from './capabilities'
import { choiceLimits } from './choices'
import {
  buildChoices,
  findChoicesFaults,
  showsChoices,
  writeChoices,
  type GivenChoices,
} from './given-choices'

const option = (title: string, own: { id?: string; description?: string } = {}) => ({
  id: '',
  title,
  description: '',
  ...own,
})
const many = (count: number) => Array.from({ length: count }, (_, index) => option(`Setor ${index}`))
const buttons = (own: Partial<GivenChoices> = {}): GivenChoices => ({
  kind: 'buttons',
  button: '',
  options: [option('Sim'), option('Não')],
  url: '',
  ...own,
})
const list = (own: Partial<GivenChoices> = {}) => buttons({ kind: 'list', button: 'Ver opções', ...own })
const link = (own: Partial<GivenChoices> = {}) =>
  buttons({ kind: 'link', button: 'Ver pedido', options: [], url: 'https://example.com/p/77', ...own })
const letters = (count: number) => 'a'.repeat(count)

describe('choices that are given', () => {
  it.each<[string, GivenChoices]>([
    ['one button', buttons({ options: [option('Sim')] })],
    ['three buttons', buttons({ options: many(3) })],
    ['the longest button', buttons({ options: [option(letters(20), { id: letters(256) })] })],
    ['ten rows', list({ options: many(10) })],
    [
      'the longest row',
      list({
        button: letters(20),
        options: [option(letters(24), { id: letters(200), description: letters(72) })],
      }),
    ],
    ['rows with one title', list({ options: [option('A'), option('A')] })],
    ['a link', link()],
  ])('%s can be sent', (_name, given) => {
    expect(findChoicesFaults(given)).toEqual([])
  })

  it.each<[string, GivenChoices, string, string]>([
    ['no button', buttons({ options: [] }), 'options', 'required'],
    ['four buttons', buttons({ options: many(4) }), 'options', 'long'],
    ['a blank title', buttons({ options: [option(' ')] }), 'options[0].title', 'required'],
    ['a long title', buttons({ options: [option('A'), option(letters(21))] }), 'options[1].title', 'long'],
    ['a title twice', buttons({ options: [option('A'), option(' A')] }), 'options[1].title', 'unique'],
    [
      'an id twice',
      list({ options: [option('A', { id: 'x' }), option('B', { id: 'x' })] }),
      'options[1].id',
      'unique',
    ],
    [
      'an id that is a place',
      list({ options: [option('A', { id: '2' }), option('B')] }),
      'options[1].id',
      'unique',
    ],
    ['a long id', list({ options: [option('A', { id: letters(201) })] }), 'options[0].id', 'long'],
    [
      'buttons with a description',
      buttons({ options: [option('A', { description: 'b' })] }),
      'options[0].description',
      'kind',
    ],
    ['buttons with a link', buttons({ url: 'https://example.com' }), 'url', 'kind'],
    ['buttons that open a list', buttons({ button: 'Ver' }), 'button', 'kind'],
    ['a list that nothing opens', list({ button: '' }), 'button', 'required'],
    ['eleven rows', list({ options: many(11) }), 'options', 'long'],
    ['a long row', list({ options: [option(letters(25))] }), 'options[0].title', 'long'],
    [
      'a long description',
      list({ options: [option('A', { description: letters(73) })] }),
      'options[0].description',
      'long',
    ],
    ['a link without a title', link({ button: ' ' }), 'button', 'required'],
    ['a link with options', link({ options: many(1) }), 'options', 'kind'],
    ['a link to nowhere', link({ url: '' }), 'url', 'required'],
    ['a link that is none', link({ url: 'example' }), 'url', 'link'],
    ['a link in the clear', link({ url: 'http://example.com' }), 'url', 'link'],
    ['a link that runs', link({ url: 'javascript:alert(1)' }), 'url', 'link'],
  ])('%s cannot', (_name, given, path, reason) => {
    expect(findChoicesFaults(given)).toEqual([{ path, reason }])
  })

  it('have an id each, and titles of one line', () => {
    const given = list({ options: [option('Vendas\n e trocas'), option('Suporte', { id: 'sup' })] })
    expect(buildChoices(' Com quem? ', given)).toEqual({
      kind: 'list',
      text: 'Com quem?',
      button: 'Ver opções',
      options: [
        { id: '1', title: 'Vendas e trocas', description: '' },
        { id: 'sup', title: 'Suporte', description: '' },
      ],
      url: '',
    })
  })

  it('are the text of the bot where the network has none', () => {
    const written = (given: GivenChoices) => writeChoices(buildChoices('Escolha:', given))
    expect(written(buttons())).toBe('Escolha:\n\n*1.* Sim\n*2.* Não')
    expect(written(list({ options: [option('PAC', { description: '7 dias' }), option('Sedex')] }))).toBe(
      'Escolha:\n\n*1.* PAC - 7 dias\n*2.* Sedex',
    )
    expect(written(link())).toBe('Escolha:\n\nVer pedido: https://example.com/p/77')
  })

  it('are shown by the official API alone, and all that can be given', () => {
    const all = [
      buttons({ options: many(choiceLimits.buttons) }),
      list({ options: many(choiceLimits.rows) }),
      link(),
    ]
    const shownBy = (provider: keyof typeof capabilities) =>
      all.map((given) => showsChoices(given, capabilities[provider]))
    expect(shownBy('cloud')).toEqual([true, true, true])
    expect(shownBy('beta')).toEqual([false, false, false])
    expect(shownBy('simulated')).toEqual([false, false, false])
  })
})
