import * as contracts from '@balcao/contracts'

import { connectionsApi } from './connections.api'
import { sessionApi } from './session/session.api'
import { createDeskStore } from './store'
import { syncApi } from './sync.api'
import { ticketsApi } from './tickets.api'
import { buildTicket } from '../testing/fake-desk'
import { fakeFetch } from '../testing/fake-fetch'

/** A contract's endpoint as a pattern: `GET /whatsapp/:id` → /^GET \/whatsapp\/[^/]+$/. */
const routes = Object.values(contracts)
  .filter(
    (value): value is typeof contracts.login =>
      typeof value === 'object' &&
      value !== null &&
      'method' in value &&
      'path' in value &&
      'access' in value,
  )
  .map(({ method, path }) => new RegExp(`^${method.toUpperCase()} ${path.replace(/:\w+/g, '[^/]+')}$`))

const form = { name: 'Loja' } as never

describe('the paths written out in the browser', () => {
  it('are the contract’s', async () => {
    const { fetchFn, calls } = fakeFetch(() => ({ body: {} }))
    const before = globalThis.fetch
    globalThis.fetch = fetchFn
    const { dispatch } = createDeskStore()
    const { login, boot, logout, me, listPlans, signUp, companyPlan } = sessionApi.endpoints
    const {
      listConnections,
      getConnection,
      createConnection,
      updateConnection,
      deleteConnection,
      changeSession,
      listProviders,
      requestPairingCode,
      getLanes,
      setPace,
      resumeLanes,
      listMerges,
      undoMerge,
    } = connectionsApi.endpoints
    const {
      listTickets,
      getTicketByUuid,
      getTicket,
      createTicket,
      updateTicket,
      markTicketRead,
      deleteTicket,
    } = ticketsApi.endpoints
    const ticket = buildTicket()
    const everything = { showAll: true, searchParam: '', queueIds: null, tags: [], users: [] }
    await Promise.all([
      dispatch(login.initiate({ email: 'a', password: 'b' })),
      dispatch(boot.initiate()),
      dispatch(logout.initiate()),
      dispatch(me.initiate()),
      dispatch(listPlans.initiate()),
      dispatch(signUp.initiate(form)),
      dispatch(companyPlan.initiate(7)),
      dispatch(listConnections.initiate()),
      dispatch(getConnection.initiate(1)),
      dispatch(createConnection.initiate(form)),
      dispatch(updateConnection.initiate({ id: 1, body: form })),
      dispatch(deleteConnection.initiate(1)),
      dispatch(changeSession.initiate({ id: 1, method: 'POST' })),
      dispatch(changeSession.initiate({ id: 1, method: 'PUT' })),
      dispatch(changeSession.initiate({ id: 1, method: 'DELETE' })),
      dispatch(listProviders.initiate()),
      dispatch(requestPairingCode.initiate({ id: 1, number: '5511912345678' })),
      dispatch(getLanes.initiate(1)),
      dispatch(setPace.initiate({ id: 1, perMinute: 5 })),
      dispatch(resumeLanes.initiate(1)),
      dispatch(listMerges.initiate(1)),
      dispatch(undoMerge.initiate({ id: 1, mergeId: '3f0c' })),
      dispatch(syncApi.endpoints.sync.initiate(5)),
      dispatch(listTickets.initiate(everything)),
      dispatch(getTicketByUuid.initiate('3f0c')),
      dispatch(getTicket.initiate(3)),
      dispatch(createTicket.initiate({ contactId: 4 })),
      dispatch(updateTicket.initiate({ before: ticket, shown: ticket, patch: { status: 'closed' } })),
      dispatch(markTicketRead.initiate(3)),
      dispatch(deleteTicket.initiate(3)),
    ])
    globalThis.fetch = before
    const asked = calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(new Set(asked).size).toBe(30)
    expect(asked.filter((call) => !routes.some((route) => route.test(call)))).toEqual([])
  })
})
