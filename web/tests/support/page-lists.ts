import { list, type Difference, type QueryCall } from './compare-caches'
import { openCompany, type Company } from './company'
import { startDesk, type Desk } from './desk'
import { openViewer, until, type Viewer } from './viewer'

/* A company whose people have every page open, and a super user of another company. */

const PASSWORD = 'balcao123'
/** Lists that are refetched follow their event a moment later. */
const FOLLOWS_WITHIN_MS = 60_000

const realFetch = globalThis.fetch

let desk: Desk
export let company: Company
/** Manages the platform. */
export let root: Viewer

const fetchFromDesk = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  if (!(input instanceof Request) || !input.url.startsWith(location.origin)) return realFetch(input, init)
  return realFetch(new Request(input.url.replace(location.origin, desk.url), input), init)
}

const nextYears = { from: '2990-01-01T00:00:00Z', to: '2999-12-31T00:00:00Z', searchParam: '' }

const listOfEverybody = (): QueryCall[] => [
  ['listAnnouncements', ''],
  ['listAllQuickMessages', undefined],
  ['listQuickMessages', ''],
  ['listCalendar', nextYears],
  ['listKanbanTags', undefined],
  ['listTags', ''],
  list({ kanban: true, showAll: true, tags: [], withoutTags: [company.vip.id] }),
  list({ kanban: true, showAll: true, tags: [company.vip.id] }),
  ['listChats', ''],
  ['listFileLists', ''],
  ['listQueues', undefined],
  ['listQueueOptions', company.vendas.id],
  ['listSettings', undefined],
  ['companyPlan', company.id],
]

const listOfAdministrator = (): QueryCall[] => [
  ['listUsers', ''],
  ['listCampaigns', ''],
  ['getCampaignSettings', undefined],
  ['listContactLists', ''],
  ['listAllContactLists', undefined],
  ['listPrompts', undefined],
  ['listIntegrations', ''],
  ['listInvoices', undefined],
  ['getSubscription', undefined],
  ['getCompanyHours', company.id],
]

const listOfPlatform = (): QueryCall[] => [
  ['listAnnouncements', ''],
  ['listAllHelps', undefined],
  ['listAllPlans', undefined],
  ['listCompanies', ''],
]

const listViewers = () => [company.admin, company.vera, root]

const differences = async (): Promise<Difference[]> =>
  (await Promise.all(listViewers().map((viewer) => viewer.differences()))).flat()

/** The caches get equal to a fresh fetch; a list that does not follow is told, and loaded again for the next step. */
export const expectSamePages = async () => {
  await desk.settle()
  for (const viewer of listViewers()) await viewer.caughtUp()
  const deadline = Date.now() + FOLLOWS_WITHIN_MS
  let found = await differences()
  while (found.length > 0 && Date.now() < deadline) found = await differences()
  if (found.length > 0) for (const viewer of listViewers()) await viewer.loadAgain()
  expect(found).toEqual([])
}

const openRoot = async (): Promise<Viewer> => {
  const [name, email] = ['Rute', 'rute@plataforma.test']
  const user = { name, email, profile: 'admin', allTicket: true, super: true } as const
  await desk.seedCompany('Plataforma', PASSWORD, [user])
  return openViewer(desk.url, name, email, PASSWORD)
}

/** Opens the pages of every viewer, with the feed connected. */
export const openPages = async () => {
  desk = await startDesk()
  globalThis.fetch = fetchFromDesk
  Object.assign(window, { requestAnimationFrame: (run: () => void) => setTimeout(run, 0) })
  company = await openCompany(desk)
  root = await openRoot()
  for (const query of listOfPlatform()) await root.subscribe(query)
  for (const query of [...listOfEverybody(), ...listOfAdministrator()]) await company.admin.subscribe(query)
  for (const query of listOfEverybody()) await company.vera.subscribe(query)
  // One after the other: who comes online is told to those whose first fetch is over.
  for (const viewer of listViewers()) {
    await viewer.goLive()
    await until(() => !viewer.isBusy(), 'the first fetch')
    await desk.settle()
  }
  for (const viewer of listViewers()) await viewer.startFrom()
}

export const closePages = async () => {
  if (company) for (const viewer of [...company.viewers, root]) viewer?.close()
  await desk?.stop()
  globalThis.fetch = realFetch
}
