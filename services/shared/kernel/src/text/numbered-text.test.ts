import { formatNumberedOptions } from './numbered-text'

const options = ['Vendas', 'Suporte  técnico', '2ª via']

describe('a question in numbers', () => {
  it('lists its options', () => {
    expect(formatNumberedOptions('Com quem deseja falar?', options)).toBe(
      'Com quem deseja falar?\n\n*1.* Vendas\n*2.* Suporte técnico\n*3.* 2ª via',
    )
  })

  it('without options is the question, and without a question the options', () => {
    expect(formatNumberedOptions('Certo?', [])).toBe('Certo?')
    expect(formatNumberedOptions(' ', ['Sim'])).toBe('*1.* Sim')
  })
})
