import { sign, signedText } from './signature'

describe('a signed text', () => {
  it.each([
    [sign('Ana Souza', 'Bom dia'), '*Ana Souza:*\n', 'Bom dia'],
    [sign('Ana', 'duas\nlinhas'), '*Ana:*\n', 'duas\nlinhas'],
    ['sem assinatura', '', 'sem assinatura'],
    ['*Atenção:* hoje não', '', '*Atenção:* hoje não'],
    ['', '', ''],
  ])('%j comes apart and together again', (body, signature, text) => {
    expect(signedText(body)).toEqual({ signature, text })
    expect(signature + text).toBe(body)
  })
})
