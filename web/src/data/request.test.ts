import { messageRoutes, queueRoutes, ticketRoutes } from '@balcao/contracts'

import { buildRequest, endpoint } from './request'

describe('a request built from a route', () => {
  it('has the route’s method and its path, filled and encoded', () => {
    expect(buildRequest(ticketRoutes.getTicketByUuid, { path: { uuid: 'a/b c' } })).toEqual({
      url: '/tickets/u/a%2Fb%20c',
      method: 'GET',
    })
    expect(buildRequest(queueRoutes.listQueues)).toEqual({ url: '/queue', method: 'GET' })
  })

  it('writes a query as the server reads it: lists as JSON, nothing for what is absent', () => {
    const query = { pageNumber: 2, showAll: false, queueIds: [1, 2], tags: undefined }
    expect(buildRequest(ticketRoutes.listTickets, { query }).params).toEqual({
      pageNumber: '2',
      showAll: 'false',
      queueIds: '[1,2]',
    })
  })

  it('carries a body, or a form', () => {
    const path = { ticketId: 3 }
    expect(buildRequest(ticketRoutes.updateTicket, { path, body: { status: 'closed' } })).toEqual({
      url: '/tickets/3',
      method: 'PUT',
      body: { status: 'closed' },
    })
    const body = new FormData()
    expect(buildRequest(messageRoutes.sendMessage, { path, body }).body).toBe(body)
  })

  it('does not compile with what the route does not take', () => {
    // @ts-expect-error the path has no such parameter
    buildRequest(ticketRoutes.getTicket, { path: { id: 3 } })
    // @ts-expect-error its path is not filled
    expect(() => buildRequest(ticketRoutes.getTicket)).not.toThrow()
    // @ts-expect-error no such status
    buildRequest(ticketRoutes.updateTicket, { path: { ticketId: 3 }, body: { status: 'gone' } })
    // @ts-expect-error the server decides the version
    buildRequest(ticketRoutes.updateTicket, { path: { ticketId: 3 }, body: { version: 3 } })
    // @ts-expect-error a ticket has a contact
    buildRequest(ticketRoutes.createTicket, { body: { queueId: 3 } })
    // @ts-expect-error a list takes no body
    buildRequest(ticketRoutes.listTickets, { body: {} })
  })
})

describe('an endpoint made from a route', () => {
  it('keeps the answer, or what is asked of it', () => {
    const all = endpoint(queueRoutes.listQueues)
    expect(all.transformResponse([])).toEqual([])
    const first = endpoint(
      ticketRoutes.getTicket,
      (ticketId: number) => ({ path: { ticketId } }),
      ({ uuid }) => uuid,
    )
    expect(first.query(3)).toEqual({ url: '/tickets/3', method: 'GET' })
    expect(first.transformResponse({ uuid: 'u' } as never)).toBe('u')
  })
})
