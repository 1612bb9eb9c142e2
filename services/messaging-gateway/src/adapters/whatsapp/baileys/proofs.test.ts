import { ackOfReceipt, refusalOf } from './proofs'

describe('a receipt', () => {
  it.each([
    [undefined, 2],
    ['', 2],
    ['inactive', 2],
    ['read', 3],
    ['played', 4],
    ['sender', 'accepted'],
    ['retry', undefined],
    ['read-self', undefined],
    ['server-error', undefined],
  ])('of type %s proves %s', (type, ack) => expect(ackOfReceipt(type)).toBe(ack))
})

describe('a refusal', () => {
  it.each([
    ['463', 'restricted'],
    ['404', 'not-on-whatsapp'],
    ['403', 'not-in-group'],
    ['479', 'refused'],
    ['', 'refused'],
  ])('with %s is %s', (code, refusal) => expect(refusalOf(code)).toBe(refusal))
})
