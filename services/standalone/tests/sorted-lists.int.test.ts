import * as contracts from '@balcao/contracts'
import { foldText, listSorts } from '@balcao/contracts'
import type { Call, TestDesk } from '@balcao/testkit'

import { must } from './support/must'
import { startDesk } from './support/start-desk'

type Row = Record<string, unknown>

interface List {
  columns: readonly string[]
  /** An administrator unless given. */
  by?: () => Call
  /** The list's path, once it has three rows. */
  fill: () => Promise<string>
}

const NAMES = ['beto', 'Zoe', 'Ágata']

let desk: TestDesk
let admin: Call
let superUser: Call

/* One row for each name. */
const fill = (path: string, by: () => Call, body: (name: string, index: number) => Row) => async () => {
  for (const [index, name] of NAMES.entries()) await must(by(), 'POST', path, body(name, index))
  return path
}
const byAdmin = () => admin
const bySuper = () => superUser

const addItem = (contactListId: number, name: string, index: number) =>
  must(admin, 'POST', '/contact-list-items', {
    contactListId,
    name,
    number: `551198765010${index}`,
    email: `${NAMES.length - index}@example.test`,
  })

async function fillContactLists(): Promise<string> {
  for (const [index, name] of NAMES.entries()) {
    const { id } = await must<{ id: number }>(admin, 'POST', '/contact-lists', { name })
    for (const [place, each] of NAMES.slice(index).entries()) await addItem(id, each, place)
  }
  return '/contact-lists'
}

async function fillOneList(): Promise<string> {
  const { id } = await must<{ id: number }>(admin, 'POST', '/contact-lists', { name: 'Clientes' })
  for (const [index, name] of NAMES.entries()) await addItem(id, name, index)
  return `/contact-list-items?contactListId=${id}`
}

const lists: Record<string, List> = {
  '/contact-list-items': { columns: contracts.contactListItemSorts, fill: fillOneList },
  '/files': {
    columns: contracts.fileListSorts,
    fill: fill('/files', byAdmin, (name) => ({ name, message: 'Segue' })),
  },
  '/queueIntegration': {
    columns: contracts.queueIntegrationSorts,
    fill: fill('/queueIntegration', byAdmin, (name, index) => ({
      name,
      type: ['webhook', 'typebot', 'n8n'][index],
      urlN8N: 'https://hooks.example.test/in',
      typebotSlug: 'bot',
    })),
  },
  '/prompt': {
    columns: contracts.promptSorts,
    fill: fill('/prompt', byAdmin, (name, index) => ({
      name,
      prompt: 'Atenda.',
      apiKey: 'sk-1',
      queueId: desk.demo.queues['Vendas'],
      maxTokens: [200, 100, 300][index],
    })),
  },
  '/quick-messages': {
    columns: contracts.quickMessageSorts,
    fill: fill('/quick-messages', byAdmin, (name, index) => ({
      shortcode: name,
      message: ['Tchau', 'até logo', 'Bom dia'][index],
      geral: true,
    })),
  },
  '/announcements': {
    columns: contracts.announcementSorts,
    by: bySuper,
    fill: fill('/announcements', bySuper, (title, index) => ({
      title,
      text: 'No domingo',
      priority: [2, 1, 3][index],
      status: index !== 1,
    })),
  },
  '/users': {
    columns: contracts.userSorts,
    fill: () => Promise.resolve('/users'),
  },
  '/contacts': {
    columns: contracts.contactSorts,
    fill: fill('/contacts', byAdmin, (name, index) => ({ name, number: `551198765020${index}` })),
  },
  '/campaigns': {
    columns: contracts.campaignSorts,
    fill: fill('/campaigns', byAdmin, (name) => ({ name, message1: 'Oi' })),
  },
  '/contact-lists': { columns: contracts.contactListSorts, fill: fillContactLists },
}

const read = async (call: Call, path: string, sort: string): Promise<Row[]> => {
  const body = await must<Row>(call, 'GET', `${path}${path.includes('?') ? '&' : '?'}sort=${sort}`)
  return Object.values(body).find((value): value is Row[] => Array.isArray(value)) ?? []
}

const isInOrder = (left: unknown, right: unknown): boolean => {
  if (typeof left === 'string' && typeof right === 'string') return foldText(left) <= foldText(right)
  return Number(left) <= Number(right)
}

beforeAll(async () => {
  desk = await startDesk({
    staff: { ana: { queues: ['Vendas'] }, bia: {}, sofia: { profile: 'admin', super: true } },
  })
  admin = (await desk.agent('admin')).call
  superUser = (await desk.agent('sofia')).call
})

it('every list that takes a sort is here', () => {
  const sorted = contracts.listEndpoints(contracts).filter(({ query }) => query && 'sort' in query.fields)
  // The lists of tickets have orders of their own.
  expect(
    sorted
      .map(({ path }) => path)
      .filter((path) => path !== '/tickets')
      .sort(),
  ).toEqual(Object.keys(lists).sort())
})

describe('a list', () => {
  it.each(Object.entries(lists))(
    '%s: is sorted by each column that it names, both ways',
    async (_path, list) => {
      const call = list.by?.() ?? admin
      const path = await list.fill()
      for (const column of list.columns) {
        const rows = await read(call, path, column)
        expect(rows.length).toBeGreaterThanOrEqual(NAMES.length)
        const values = rows.map((row) => row[column]).filter((value) => (value ?? null) !== null)
        const wrong = values.slice(1).filter((value, index) => !isInOrder(values[index], value))
        expect({ column, wrong }).toEqual({ column, wrong: [] })
        // Rows without the value are last either way.
        if (values.length < rows.length) continue
        const ids = rows.map(({ id }) => id)
        expect((await read(call, path, `-${column}`)).map(({ id }) => id)).toEqual(ids.toReversed())
      }
      for (const sort of ['companyId', '-', `${listSorts(list.columns).join()}`])
        expect((await call('GET', `${path}${path.includes('?') ? '&' : '?'}sort=${sort}`)).status).toBe(400)
    },
  )
})
