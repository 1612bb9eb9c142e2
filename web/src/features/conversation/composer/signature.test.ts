import { addSignature, splitSignature } from './signature'

describe('a signed text', () => {
  it.each([
    [addSignature('Ana Souza', 'Bom dia'), '*Ana Souza:*\n', 'Bom dia'],
    [addSignature('Ana', 'duas\nlinhas'), '*Ana:*\n', 'duas\nlinhas'],
    ['sem assinatura', '', 'sem assinatura'],
    ['*Atenção:* hoje não', '', '*Atenção:* hoje não'],
    ['', '', ''],
  ])('%j comes apart and together again', (body, signature, text) => {
    expect(splitSignature(body)).toEqual({ signature, text })
    expect(signature + text).toBe(body)
  })
})
