import { readCampaignAnswer } from './campaign-answer'

const optOutWords = ['sair', 'Parar', 'stop', 'não quero mais']
const read = (body: string, asks = true) => readCampaignAnswer(body, { asks, optOutWords })

describe('an answer to a confirmation', () => {
  it.each([
    'Sim',
    'sim!',
    ' SIM. ',
    's',
    'Siiim',
    'Sim, por favor',
    'Quero sim',
    'ok',
    'Pode mandar',
    'Claro',
  ])('%j is a yes', (body) => expect(read(body)).toBe('yes'))
  it.each(['sí', 'Yes please', 'com certeza', '👍', '👍🏽👍🏽', '✅', 'Bom dia, sim'])('%j is a yes', (body) =>
    expect(read(body)).toBe('yes'),
  )
  it.each(['Não', 'nao.', 'Ñao', 'naaao', 'NÃO!!!', 'n', 'No, gracias', 'Não, obrigado', 'não quero', '👎'])(
    '%j is a no',
    (body) => expect(read(body)).toBe('no'),
  )
  it.each(['Quanto custa?', 'sim, mas quanto custa?', 'oi', 'Bom dia', '', '?', '1', 'sim '.repeat(30)])(
    '%j is for people',
    (body) => expect(read(body)).toBeUndefined(),
  )
  it('is for people where nothing was asked', () => {
    expect(read('sim', false)).toBeUndefined()
    expect(read('não', false)).toBeUndefined()
  })
})

describe('a word that ends campaigns', () => {
  it.each(['SAIR', ' Parar! ', 'stop', 'sair, por favor', 'Nao quero mais', 'pararrr'])('is %j', (body) => {
    expect(read(body)).toBe('opt-out')
    expect(read(body, false)).toBe('opt-out')
  })
  it.each(['quero sair daqui', 'não pare', 'parada', '   '])('is not %j', (body) =>
    expect(read(body, false)).toBeUndefined(),
  )
  it('is none where the company has none', () =>
    expect(readCampaignAnswer('...', { asks: false, optOutWords: ['', '!'] })).toBeUndefined())
})
