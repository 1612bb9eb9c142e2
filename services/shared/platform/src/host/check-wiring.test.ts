import type { Service } from '@balcao/kernel'
import { Router } from 'express'

import { findWiringFaults } from './check-wiring'

const service = (patch: Partial<Service>): Service => ({
  name: 'auth',
  rpc: [],
  consumers: [],
  jobs: [],
  migrations: { schema: 'auth', migrations: [] },
  ...patch,
})
const consumer = (group: string) => ({
  group,
  topic: 'auth' as const,
  cases: [],
  handle: async () => undefined,
})
const job = (name: string) => ({ name, everyMs: 1, run: async () => undefined })
const router = (path: string) => Router().get(path, (_request, response) => void response.end())

describe('wiring', () => {
  it('is fine when nothing is there twice', () => {
    const services = [
      service({ http: router('/users/:userId'), consumers: [consumer('auth.a')], jobs: [job('auth.x')] }),
      service({
        name: 'billing',
        http: router('/plans/:planId'),
        consumers: [consumer('billing.a')],
        jobs: [job('billing.x')],
      }),
    ]
    expect(findWiringFaults(services)).toEqual([])
  })

  it('names what is there twice', () => {
    const services = [
      service({ http: router('/users/:userId'), consumers: [consumer('auth.a')], jobs: [job('x')] }),
      service({ http: router('/users/:id'), consumers: [consumer('auth.a')], jobs: [job('x')] }),
    ]
    expect(findWiringFaults(services)).toEqual([
      'service auth is there twice',
      'two consumers are called auth.a',
      'two services answer GET /users/:',
      'two jobs are called x',
    ])
  })

  it('names a method without a handler', () => {
    const method = { path: '/a', requestStream: false, responseStream: false } as never
    const rpc = [
      { name: 'desk.A', definition: { get: method, list: method }, implementation: { get: () => undefined } },
    ]
    expect(findWiringFaults([service({ rpc })])).toEqual(['desk.A.list has no handler'])
  })
})
