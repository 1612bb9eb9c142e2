import * as contracts from '../index'
import type { AnyEndpoint } from './endpoint'
import { allScopes, findScope, takesApiKeys } from './scopes'

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'tag' in value

const endpoints = Object.values<unknown>(contracts).filter(isEndpoint)
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`
const taken = endpoints.filter((one) => findScope(one) !== undefined)

describe('the scope of an endpoint', () => {
  it('is read for GET and write for all else, and each scope serves an endpoint', () => {
    expect(endpoints.length).toBeGreaterThan(150)
    for (const one of taken)
      expect(findScope(one)?.endsWith(one.method === 'get' ? ':read' : ':write')).toBe(true)
    expect(new Set(taken.map(findScope))).toEqual(new Set(allScopes))
  })

  it('is none of what strangers, super users and connection tokens call', () => {
    expect(taken.map(({ access }) => access)).toEqual(
      taken.map(({ access }) => (access === 'admin' ? 'admin' : 'user')),
    )
  })

  it('is none of what is a person’s, the operator’s, a payment’s or the keys’ own', () => {
    const refused =
      /^\w+ \/(auth|api-keys|companies|subscription|invoices|plans|sync|chats|dead-events|emails)\b/
    expect(taken.map(nameOf).filter((name) => refused.test(name))).toEqual([])
  })

  it('is none where every key is taken: one asks for itself', () => {
    const any = endpoints.filter((one) => takesApiKeys(one) && findScope(one) === undefined)
    expect(any.map(nameOf)).toEqual(['get /api-keys/current'])
  })

  it('is none of what would give a key more than its scopes: users with passwords, the token of a connection', () => {
    const names = taken.map(nameOf)
    expect(names.filter((name) => /^(post|put|delete) \/users/.test(name))).toEqual([])
    expect(names).not.toContain('post /whatsapp/:whatsappId/token')
    expect(names).toContain('get /users')
    expect(names).toContain('get /tickets')
    expect(names).toContain('post /messages/:ticketId')
  })
})
