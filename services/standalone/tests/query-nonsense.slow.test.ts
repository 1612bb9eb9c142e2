import * as contracts from '@balcao/contracts'
import { fillPath, type AnyEndpoint } from '@balcao/contracts'
import type { TestAgent, TestDesk } from '@balcao/testkit'

import { startDesk } from './support/start-desk'

/* Every query parameter of every list, with invalid values that look plausible. */

const NONSENSE = [
  '2502-71-26T95:84:03.795Z_8',
  '2026-02-30T00:00:00.000Z_8',
  '2026-11-22T00:00:00.000Z_9999999999',
  '0000-00-00T00:00:00.000Z_1',
  '+275760-09-13T00:00:00.000Z_1',
  '2026-02-30',
  '9999-99-99',
  '0000-01-01',
  '-1',
  '1e308',
  '99999999999999999999',
  '9007199254740993',
  '2147483648',
  'NaN',
  'Infinity',
  'null',
  '[1,',
  '[99999999999]',
  '["a"]',
  '{}',
  "'; DROP TABLE tickets; --",
  '\u0000',
  '\ud800',
  '%',
  ' ',
]

const described = (endpoint: AnyEndpoint, name: string): { kind?: string } =>
  (endpoint.query?.describe().fields[name] as { meta?: { kind?: string } } | undefined)?.meta ?? {}

const lists = contracts
  .listEndpoints(contracts)
  .filter(({ method, query }) => method === 'get' && query !== undefined)
const parameters = lists.flatMap((endpoint) =>
  Object.keys(endpoint.query?.fields ?? {}).map((name) => ({
    endpoint,
    name,
    kind: described(endpoint, name).kind,
    title: `${name} of ${endpoint.path}`,
  })),
)

let desk: TestDesk
let boss: TestAgent

beforeAll(async () => {
  desk = await startDesk({ staff: { boss: { super: true, profile: 'admin' } } })
  boss = await desk.agent('boss')
})

/* The other parameters are valid, so that the answer is about this one. */
function buildQuery(endpoint: AnyEndpoint, name: string, value: string): string {
  const query = new URLSearchParams()
  for (const [other, field] of Object.entries(endpoint.query?.describe().fields ?? {}))
    if ('optional' in field && !field.optional) query.set(other, '1')
  query.set(name, value)
  return query.toString()
}

const ask = (endpoint: AnyEndpoint, name: string, value: string) => {
  const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, 1]))
  return boss.call<{ error?: string }>(
    'GET',
    `${fillPath(endpoint, params)}?${buildQuery(endpoint, name, value)}`,
  )
}

describe('a list', () => {
  it.each(parameters)('answers nonsense in $title without an accident', async ({ endpoint, name }) => {
    const answers = await Promise.all(
      NONSENSE.map(async (value) => ({ value, ...(await ask(endpoint, name, value)) })),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  const places = parameters.filter(({ kind }) => kind !== undefined)

  it('has its cursors and dates from the shared fields', () => {
    const looksLikeOne = /^(after|before|since|from|until|cursor)$|date|(At|Start|End)$/i
    const strangers = parameters.filter(({ name, kind }) => looksLikeOne.test(name) && kind === undefined)
    expect(strangers.map(({ title }) => title)).toEqual([])
    expect(places.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['after of /tickets', 'date of /tickets', 'before of /messages/:ticketId']),
    )
  })

  it.each(places)('refuses what is no time and no place: $title', async ({ endpoint, name }) => {
    const never = NONSENSE.filter((value) => !['9007199254740993', '2147483648', ' '].includes(value))
    const answers = await Promise.all(
      never.map(async (value) => ({ value, ...(await ask(endpoint, name, value)) })),
    )
    expect(answers.filter(({ status }) => status !== 400)).toEqual([])
  })

  it('goes on after a real cursor', async () => {
    const { status } = await boss.call('GET', '/tickets?after=2026-11-22T10:00:00.000Z_8')
    expect(status).toBe(200)
  })
})
