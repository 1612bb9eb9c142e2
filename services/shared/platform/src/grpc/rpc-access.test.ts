import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { buildSession } from '@balcao/testkit'
import { companyId, userId } from '@balcao/contracts'

import { schemaName } from '../postgres'
import { listMethodPaths } from './proto-files'
import { isAllowedCaller, rpcAccess } from './rpc-access'
import { serviceNames } from '../host/service-names'

describe('the table of who may call which method', () => {
  it('has a row for every method of proto/ and for nothing else', () => {
    const methods = listMethodPaths()
    expect(methods.length).toBeGreaterThan(20)
    expect(Object.keys(rpcAccess).sort()).toEqual(methods.sort())
  })

  it('refuses callers that it does not name', () => {
    for (const row of Object.values(rpcAccess)) {
      expect(isAllowedCaller(row, [])).toBe(false)
      if (row.callers !== 'any') expect(isAllowedCaller(row, ['web'])).toBe(false)
    }
  })
})

const SERVICES = path.join(__dirname, '../../../..')
const CALL = /\brpc\.(\w+)\.(\w+)\(/g

/* 'messaging', 'fillTemplate' → 'desk.messaging.v1.MessagingService/FillTemplate' */
const toPath = (name: string, method: string): string => {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return `desk.${name}.v1.${capital(name)}Service/${capital(method)}`
}

/* In the code of a service, tests apart. */
const listCalls = (service: string): string[] =>
  readdirSync(path.join(SERVICES, service, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(path.join(SERVICES, service, 'src', file), 'utf8').matchAll(CALL)])
    .map(([, name = '', method = '']) => toPath(name, method))

describe('what a service asks of another', () => {
  it.each(serviceNames)('is what %s may ask', (service) => {
    const calls = [...new Set(listCalls(service))]
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.filter((call) => !isAllowedCaller(rpcAccess[call] ?? { callers: [] }, [service]))).toEqual(
      [],
    )
  })
})

const deliver = (schema: string, topic: string, type = 'somethingNew') => ({ schema, topic, type })

describe('an event that a service brings', () => {
  const mayBring = (service: string, request: object) =>
    rpcAccess['desk.delivery.v1.DeliveryService/Deliver']?.mayAsk?.(request, {
      services: [service],
      session: undefined,
    })

  it('is its own, of its own schema and topics', () => {
    expect(mayBring('tickets', deliver('tickets', 'outbound', 'outboundRequested'))).toBe(true)
    expect(mayBring('messaging-gateway', deliver('messaging_gateway', 'messaging'))).toBe(true)
    for (const service of serviceNames)
      for (const other of serviceNames.filter((name) => name !== service))
        expect(mayBring(service, deliver(schemaName(other), 'auth'))).toBe(false)
  })

  it.each([
    ['another service’s topic', deliver('billing', 'auth')],
    ['another service’s schema', deliver('auth', 'billing')],
    ['a kind that belongs to another topic', deliver('billing', 'billing', 'userChanged')],
    ['an unknown topic', deliver('billing', 'constructor')],
  ])('is refused with %s', (_name, request) => {
    expect(mayBring('billing', request)).toBe(false)
  })
})

describe('a question about a user’s view of a ticket', () => {
  const mayAsk = (user: number) =>
    rpcAccess['desk.tickets.v1.TicketsService/CanViewTicket']?.mayAsk?.(
      { companyId: 1, userId: user, ticketId: 3 },
      { services: ['realtime'], session: buildSession({ companyId: companyId(1), userId: userId(5) }) },
    )

  it('is asked by that user’s session only', () => {
    expect(mayAsk(5)).toBe(true)
    expect(mayAsk(6)).toBe(false)
  })
})
