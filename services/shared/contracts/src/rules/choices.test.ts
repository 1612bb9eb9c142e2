import { choiceLimits, fitChoices, isShownAs, type OfferedChoices } from './choices'

const official = { maxButtons: 3, maxListRows: 10 }
const phone = { maxButtons: 0, maxListRows: 0 }
const options = (...titles: string[]) => titles.map((title, index) => ({ id: String(index + 1), title }))
const many = (count: number) => options(...Array.from({ length: count }, (_, index) => `Setor ${index}`))
const offer = (own: Partial<OfferedChoices> = {}): OfferedChoices => ({
  prefers: 'buttons',
  text: ' Escolha: ',
  open: 'Ver opções',
  options: options('Vendas', 'Suporte'),
  ...own,
})
const LONG = 'Segunda via de boleto e nota fiscal'

describe('choices on a connection', () => {
  it.each<[string, Partial<OfferedChoices>, string | undefined]>([
    ['few and short', {}, 'buttons'],
    ['three', { options: many(3) }, 'buttons'],
    ['as a list by preference', { prefers: 'list' }, 'list'],
    ['more than three', { options: many(4) }, 'list'],
    ['ten', { options: many(10) }, 'list'],
    ['more than ten', { options: many(11) }, undefined],
    ['a title that no button holds', { options: options('Vendas', LONG) }, 'list'],
    ['the same title twice, which only a list may have', { options: options('Vendas', 'Vendas') }, 'list'],
    ['the same title but for blanks', { options: options('Vendas', ' Vendas ') }, 'list'],
    ['the same id twice', { options: [...options('Vendas'), ...options('Suporte')] }, undefined],
    ['a blank title', { options: options('Vendas', ' ') }, undefined],
    ['nothing above them', { text: ' ' }, undefined],
    ['the longest text', { text: 'a'.repeat(choiceLimits.text) }, 'buttons'],
    ['a text that is too long', { text: 'a'.repeat(choiceLimits.text + 1) }, undefined],
    ['none', { options: [] }, undefined],
  ])('%s', (_name, own, kind) => {
    expect(fitChoices(offer(own), official)?.kind).toBe(kind)
    expect(fitChoices(offer(own), phone)).toBeUndefined()
  })

  it('are said in full: buttons', () => {
    expect(fitChoices(offer({ options: options('Vendas\n e trocas') }), official)).toEqual({
      kind: 'buttons',
      text: 'Escolha:',
      button: '',
      options: [{ id: '1', title: 'Vendas e trocas', description: '' }],
      url: '',
    })
  })

  it('are said in full: a list, with what is too long for a title below it', () => {
    const shown = fitChoices(offer({ prefers: 'list', options: options('Vendas', LONG) }), official)
    expect(shown).toEqual({
      kind: 'list',
      text: 'Escolha:',
      button: 'Ver opções',
      options: [
        { id: '1', title: 'Vendas', description: '' },
        { id: '2', title: 'Segunda via de boleto e…', description: LONG },
      ],
      url: '',
    })
  })

  it.each([
    [LONG, 'Segunda via de boleto e…'],
    ['Vendas\n e trocas', 'Vendas e trocas'],
    [`${'a'.repeat(22)}😀😀`, `${'a'.repeat(22)}…`],
  ])('%j is known by its title %j', (label, title) => {
    expect(isShownAs(label, title)).toBe(true)
    expect(isShownAs(label, 'Vendas')).toBe(false)
    const shown = fitChoices(offer({ prefers: 'list', options: options(label) }), official)
    expect(shown?.options).toMatchObject([{ title }])
  })
})
