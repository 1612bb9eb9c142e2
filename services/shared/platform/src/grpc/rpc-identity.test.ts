import { parseIdentity } from './rpc-identity'

describe('a certificate', () => {
  it('names its bearer by a URI', () => {
    expect(parseIdentity('DNS:balcao-tickets-rpc, URI:spiffe://desk/tickets')).toEqual({
      installation: 'desk',
      services: ['tickets'],
    })
  })

  it('may name several services of one installation', () => {
    expect(parseIdentity('URI:spiffe://desk/tickets, URI:spiffe://desk/messaging-gateway')?.services).toEqual(
      ['tickets', 'messaging-gateway'],
    )
  })

  it.each([
    ['without names', undefined],
    ['with a host alone', 'DNS:balcao-tickets-rpc'],
    ['of two installations', 'URI:spiffe://desk/tickets, URI:spiffe://other/tickets'],
    ['with a name that hides another in quotes', 'URI:"https://a/, URI:spiffe://desk/auth"'],
    ['with a host that looks like a URI', 'DNS:spiffe://desk/auth'],
    ['with more than a service in its path', 'URI:spiffe://desk/ns/auth'],
    ['without an installation', 'URI:spiffe:///auth'],
    ['with another scheme', 'URI:https://desk/auth'],
  ])('%s names no service', (_name, text) => {
    expect(parseIdentity(text)).toBeUndefined()
  })
})
