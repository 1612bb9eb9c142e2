import * as contracts from '@balcao/contracts'
import type { AnyEndpoint } from '@balcao/contracts'
import { createCaller, waitFor, type Call, type TestDesk } from '@balcao/testkit'

import { changeCompany } from './support/change-company'
import { startDesk } from './support/start-desk'

/*
 * Every route of the contracts, called by everyone who may hold a token. Whom it refuses, and with which code, follows
 * from the route's `access`, `plan` and `pastDue`. Ids are unknown ones: who is let in gets 404, 400 or an empty list.
 */

const callers = [
  'nobody',
  'a forger',
  'a user',
  'a supervisor',
  'an admin',
  'a super user',
  'a connection',
  'a deleted user',
  'the admin of a past-due company',
  'the admin of a deactivated company',
  'the admin of a company on the smallest plan',
] as const
type Caller = (typeof callers)[number]

/** Refused: the code of the answer. */
type Verdict = 'let in' | (typeof refusals)[number]

const refusals = [
  'ERR_UNAUTHORIZED',
  'ERR_SESSION_OVER',
  'ERR_NO_PERMISSION',
  'ERR_NO_SUPER',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_PLAN_FEATURE_DISABLED',
] as const

const admins: readonly Caller[] = [
  'an admin',
  'a super user',
  'the admin of a past-due company',
  'the admin of a company on the smallest plan',
]

/** Of plan 2, in billing's first migration. */
const notInSmallestPlan = new Set(['useCampaigns', 'useOpenAi', 'useIntegrations'])

/* The setting `exportContacts`, as it is before a company changes it. */
const readAccess = ({ access, path }: AnyEndpoint): AnyEndpoint['access'] =>
  path === '/contacts/export' ? 'admin' : access

function judgeRole(endpoint: AnyEndpoint, caller: Caller): Verdict {
  const access = readAccess(endpoint)
  if (access === 'super' && caller !== 'a super user') return 'ERR_NO_SUPER'
  if (access === 'admin' && !admins.includes(caller)) return 'ERR_NO_PERMISSION'
  return 'let in'
}

function judgeSession(endpoint: AnyEndpoint, caller: Caller): Verdict {
  const role = judgeRole(endpoint, caller)
  if (role !== 'let in') return role
  if (caller === 'the admin of a past-due company' && !endpoint.pastDue) return 'ERR_SUBSCRIPTION_EXPIRED'
  if (!endpoint.plan || caller !== 'the admin of a company on the smallest plan') return 'let in'
  return notInSmallestPlan.has(endpoint.plan) ? 'ERR_PLAN_FEATURE_DISABLED' : 'let in'
}

/* Its session is a cookie, which no caller here has. */
const BY_COOKIE = 'post /auth/refresh_token'
/* Public, and shows more to whom a token names: one that does not count any more is refused as elsewhere. */
const READS_TOKEN = 'get /plans/all'

/** What the route's row in the contracts says. */
function judge(endpoint: AnyEndpoint, caller: Caller): Verdict {
  if (name(endpoint) === BY_COOKIE) return 'ERR_SESSION_OVER'
  const isAnonymous = caller === 'nobody' || name(endpoint) !== READS_TOKEN
  if (endpoint.access === 'public' && isAnonymous) return 'let in'
  if (endpoint.access === 'api-token') return caller === 'a connection' ? 'let in' : 'ERR_UNAUTHORIZED'
  if (['nobody', 'a forger', 'a connection'].includes(caller)) return 'ERR_UNAUTHORIZED'
  if (['a deleted user', 'the admin of a deactivated company'].includes(caller)) return 'ERR_SESSION_OVER'
  return judgeSession(endpoint, caller)
}

const NOWHERE = '1999999999'

const name = ({ method, path }: AnyEndpoint): string => `${method} ${path}`

/* Ending a session comes last. The simulated network asks for no session, but for a loopback caller. */
const endpoints = contracts
  .listEndpoints(contracts)
  .filter(({ path }) => !path.startsWith('/simulator/'))
  .sort(
    (one, other) =>
      Number(name(one) === 'delete /auth/logout') - Number(name(other) === 'delete /auth/logout'),
  )

let desk: TestDesk
const calls = new Map<Caller, Call>()

async function openCompany(title: string): Promise<{ id: number; call: Call }> {
  const company = await desk.company(title)
  return { id: company.id, call: (await company.agent('admin')).call }
}

async function createConnectionCall(admin: Call): Promise<Call> {
  const { status, body } = await admin<{ token: string }>('POST', '/whatsapp', {
    name: 'Da API',
    provider: 'simulated',
  })
  expect(status).toBe(200)
  return createCaller(desk.url, body.token)
}

const answersWith = (call: Call, wanted: number) => async () =>
  (await call('GET', '/tickets')).status === wanted

beforeAll(async () => {
  desk = await startDesk({
    staff: {
      ana: {},
      bia: {},
      saulo: { profile: 'supervisor' },
      sofia: { profile: 'admin', super: true },
    },
  })
  const [admin, ana, bia, saulo, sofia] = await Promise.all(
    ['admin', 'ana', 'bia', 'saulo', 'sofia'].map((person) => desk.agent(person)),
  )
  calls.set('nobody', createCaller(desk.url))
  calls.set('a forger', createCaller(desk.url, `${ana!.token.slice(0, -8)}AAAAAAAA`))
  calls.set('a user', ana!.call)
  calls.set('a supervisor', saulo!.call)
  calls.set('an admin', admin!.call)
  calls.set('a super user', sofia!.call)
  calls.set('a connection', await createConnectionCall(admin!.call))
  calls.set('a deleted user', bia!.call)
  expect((await admin!.call('DELETE', `/users/${bia!.userId}`)).status).toBe(200)
  const [late, ended, small] = [
    await openCompany('Atrasada'),
    await openCompany('Encerrada'),
    await openCompany('Pequena'),
  ]
  calls.set('the admin of a past-due company', late.call)
  calls.set('the admin of a deactivated company', ended.call)
  calls.set('the admin of a company on the smallest plan', small.call)
  await changeCompany(desk, late.id, "due_at = '2020-01-01'")
  await changeCompany(desk, ended.id, 'active = false')
  await changeCompany(desk, small.id, 'plan_id = 2')
  await desk.settle()
  await waitFor(answersWith(late.call, 402))
  await waitFor(answersWith(ended.call, 401))
  await waitFor(answersWith(bia!.call, 401))
})

const fill = (path: string): string =>
  path
    .replaceAll(/:(uuid|messageId|mergeId)/g, '00000000-0000-7000-8000-000000000000')
    .replaceAll(/:\w+/g, NOWHERE)

async function ask(caller: Caller, endpoint: AnyEndpoint): Promise<{ verdict: Verdict; status: number }> {
  const body = endpoint.method === 'get' ? undefined : {}
  const answer = await calls.get(caller)!(endpoint.method, fill(endpoint.path), body)
  const { error } = answer.body as { error?: unknown }
  const refused = refusals.find((code) => code === error)
  return { verdict: refused ?? 'let in', status: answer.status }
}

it('has a case for each caller', () => expect([...calls.keys()].sort()).toEqual([...callers].sort()))

it.each(endpoints.map((endpoint) => [name(endpoint), endpoint] as const))('%s', async (_route, endpoint) => {
  for (const caller of callers) {
    const { verdict, status } = await ask(caller, endpoint)
    expect({ caller, verdict, isFault: status >= 500 }).toEqual({
      caller,
      verdict: judge(endpoint, caller),
      isFault: false,
    })
  }
})
