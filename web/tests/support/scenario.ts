import type { MessageView, TicketView } from '@balcao/contracts'

import { isSearch, list, type Difference } from './compare-caches'
import { must, openCompany, type Company } from './company'
import { startDesk, type Desk } from './desk'
import { until, type Viewer } from './viewer'

/* The desk, its company, and the queries of each viewer. */

export const HELENA = '5511987650001'
export const RITA = '5511987650002'
export const LUCAS = '5511987650003'

export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const realFetch = globalThis.fetch

export let desk: Desk
export let company: Company

/** The client asks its page's own server; here that is the desk. */
const fetchFromDesk = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  if (!(input instanceof Request) || !input.url.startsWith(location.origin)) return realFetch(input, init)
  return realFetch(new Request(input.url.replace(location.origin, desk.url), input), init)
}

export const findTicket = async (number: string, viewer: Viewer = company.admin): Promise<TicketView> => {
  const { tickets } = must(await viewer.call<{ tickets: TicketView[] }>('GET', '/tickets?showAll=true'))
  const ticket = tickets.find(({ contact }) => contact.number.endsWith(number))
  if (!ticket) throw new Error(`no ticket of ${number}`)
  return ticket
}

export const listMessages = async (ticketId: number): Promise<MessageView[]> =>
  must(await company.admin.call<{ messages: MessageView[] }>('GET', `/messages/${ticketId}`)).messages

/** What the screens of the product ask for. */
const watch = async (viewer: Viewer) => {
  const { vendas, vip, vera, connection } = company
  const queries = [
    ...(['open', 'pending', 'closed'] as const).map((status) => list({ status })),
    // Only administrators are shown more by it.
    list({ status: 'open', showAll: true }),
    ...(viewer === company.admin
      ? [list({ status: 'pending', showAll: true }), list({ status: 'closed', showAll: true })]
      : []),
    list({ status: 'pending', showAll: true, queueIds: [vendas.id] }),
    list({ withUnreadMessages: true }),
    list({ showAll: true, searchParam: 'pedido' }),
    list({ showAll: true, tags: [vip.id] }),
    list({ showAll: true, users: [vera.session.user.id] }),
    ['searchContacts', ''],
    ['searchContacts', 'hel'],
    ['listConnections', undefined],
    ['getConnection', connection.id],
    ['listQueues', undefined],
    ['listAllTags', undefined],
    ['listAllUsers', undefined],
    ['searchUsers', ''],
  ] as const
  await Promise.all(queries.map((query) => viewer.subscribe(query)))
}

const differences = async (): Promise<Difference[]> =>
  (await Promise.all(company.viewers.map((viewer) => viewer.differences((query) => !isSearch(query))))).flat()

/** Searches are asked again a moment after what they look through has changed. */
export const expectSameSearches = async () => {
  for (const viewer of company.viewers)
    await until(async () => (await viewer.differences(isSearch)).length === 0, `${viewer.name}'s search`)
}

/** Differences between each viewer's cache and a fresh fetch. */
export const expectSame = async () => {
  await desk.settle()
  for (const viewer of company.viewers) await viewer.caughtUp()
  const found = await differences()
  // A difference is reported once: the next step begins with equal caches.
  if (found.length > 0) await Promise.all(company.viewers.map((viewer) => viewer.loadAgain()))
  expect(found).toEqual([])
}

export const helena = () => findTicket(HELENA)
export const put = async (viewer: Viewer, ticket: TicketView, patch: object) =>
  must(await viewer.call<TicketView>('PUT', `/tickets/${ticket.id}`, patch))
export const everybodyOpens = async (number: string) => {
  const ticket = await findTicket(number)
  for (const viewer of company.viewers)
    if ((await viewer.call('GET', `/tickets/${ticket.id}`)).status === 200) {
      await viewer.openTicket(ticket)
      await viewer.subscribe(['getContact', ticket.contactId])
      await viewer.subscribe(['listContactSchedules', ticket.contactId])
      await viewer.subscribe(list({ status: 'closed', showAll: true, contactId: ticket.contactId }))
    }
}

export const rita = () => findTicket(RITA)
export const lucas = () => findTicket(LUCAS)
/** What a page tells the cache when its user moves a ticket. */
export const buildTicketUpdate = async (
  viewer: Viewer,
  patch: Partial<TicketView> & { expectedStatus?: string },
) => {
  const before = await lucas()
  const { expectedStatus: _expected, ...shown } = patch
  const { id, name } = viewer.session.user
  return { before, shown: { ...before, ...shown, user: { id, name } }, patch }
}
/** Opens all queries of every viewer, with the feed connected. */
export const openStage = async () => {
  desk = await startDesk()
  globalThis.fetch = fetchFromDesk
  Object.assign(window, { requestAnimationFrame: (run: () => void) => setTimeout(run, 0) })
  company = await openCompany(desk)
  for (const viewer of company.viewers) {
    await watch(viewer)
    await viewer.goLive()
  }
  await desk.settle()
  for (const viewer of company.viewers) await until(() => !viewer.isBusy(), 'the first fetch')
  for (const viewer of company.viewers) await viewer.startFrom()
}

export const closeStage = async () => {
  for (const viewer of company?.viewers ?? []) viewer.close()
  await desk?.stop()
  globalThis.fetch = realFetch
}
