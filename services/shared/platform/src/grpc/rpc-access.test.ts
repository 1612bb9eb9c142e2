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
