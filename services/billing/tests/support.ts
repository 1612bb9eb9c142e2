import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { companyId, strictHandling, userId, type Handling, type PlanLimit } from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  QueueSnapshot,
  UserSnapshot,
  type CompanySnapshot,
  type DeskEvent,
} from '@balcao/contracts/wire'
import type { Service } from '@balcao/kernel'
import {
  createHttpApp,
  createRateLimits,
  createRpcClients,
  defaultEdgeSettings,
  startRpcServer,
} from '@balcao/platform'
import {
  KEEPS_CONNECTIONS,
  deliverAll,
  fakeToken,
  givenSession,
  testDatabase,
  testPorts,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'

import type { PlanUsage } from '../src/features/payments/plan-choice'
import { billingMigrations } from '../src/migrations'
import { createBillingService, type BillingConfig } from '../src/service'

export interface Answer {
  status: number
  body: { error?: string }
}

export interface BillingRig {
  pg: TestDatabase
  ports: TestPorts
  service: Service
  rpc: ReturnType<typeof createRpcClients>
  url: string
  /** What companies have of their plan's limits; nothing unless it is set. An error: the services that count it are away. */
  usage: Map<number, Omit<PlanUsage, 'mediaMegabytes'> | Error>
  /** Delivers auth's event of a company to its consumer. */
  tell(company: CompanySnapshot, envelope?: number): Promise<DeskEvent>
  /** Delivers auth's event of a setting to the same consumer. */
  tellSetting(company: number, key: string, value: string): Promise<void>
  /** Strictly handled, unless it is another client's. */
  call(
    method: string,
    route: string,
    options?: { token?: string; body?: unknown; handling?: Handling },
  ): Promise<Answer>
  get(route: string, token?: string): Promise<Answer>
  /** Delivers billing's own events until none is left. */
  settle(): Promise<void>
  login(
    company: number,
    user: number,
    rights?: { super?: boolean; profile?: 'admin' | 'user'; dueAt?: Date },
  ): Promise<string>
}

/** A payer as a checkout sends one; without a CPF, which not every provider needs. */
export const PAYER = {
  firstName: 'Marina',
  address2: 'Rua 1',
  city: 'Recife',
  zipcode: '50000-000',
  country: 'BR',
}

export const buildCompany = (id: number, overrides: Partial<CompanySnapshot> = {}): CompanySnapshot => ({
  id,
  name: `Company ${id}`,
  email: `c${id}@example.test`,
  phone: '11999990000',
  active: true,
  planId: 1,
  dueAt: new Date('2026-12-20T12:00:00Z'),
  recurrence: 'MENSAL',
  revision: 1,
  createdAt: new Date('2026-11-01T12:00:00Z'),
  ...overrides,
})

/* Answers as many rows as the company has of each limit. */
function fakeCounts(usage: BillingRig['usage']) {
  const list = <T>(
    limit: Exclude<PlanLimit, 'mediaMegabytes'>,
    company: number,
    build: (id: number) => T,
  ): Promise<T[]> => {
    const known = usage.get(company)
    if (known instanceof Error) return Promise.reject(known)
    return Promise.resolve(Array.from({ length: known?.[limit] ?? 0 }, (_, index) => build(index + 1)))
  }
  return {
    auth: {
      getUsers: async ({ companyId: company }: { companyId: number }) => ({
        users: await list('users', company, (id) => UserSnapshot.fromPartial({ id })),
      }),
    },
    messaging: {
      getConnections: async ({ companyId: company }: { companyId: number }) => ({
        connections: await list('connections', company, (id) => ({ id, name: `Phone ${id}` })),
      }),
    },
    tickets: {
      getQueues: async ({ companyId: company }: { companyId: number }) => ({
        queues: await list('queues', company, (id) => QueueSnapshot.fromPartial({ id })),
      }),
    },
  }
}

let sockets = 0

/** billing alone with its real edges: HTTP on a port, gRPC on a socket, Postgres. */
export async function startBilling(config: BillingConfig): Promise<BillingRig> {
  const pg = await testDatabase([billingMigrations])
  const usage: BillingRig['usage'] = new Map()
  const ports = testPorts(pg, 'billing', { rpc: fakeCounts(usage) })
  const service = createBillingService(config, ports)
  const socket = `unix:${path.join(tmpdir(), `balcao-billing-test-${process.pid}-${(sockets += 1)}.sock`)}`
  const rpcServer = await startRpcServer(socket, service.rpc)
  const rpc = createRpcClients({ billing: socket }, { deadlineMs: 60_000 })
  const edge = { ...defaultEdgeSettings(), rateLimits: createRateLimits(0) }
  const app = createHttpApp({ edge, trustedProxies: 0, allowedOrigins: [], isHttps: false }, (mount) => {
    if (service.http) mount.use(service.http)
  })
  const server = createServer(KEEPS_CONNECTIONS, app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  pg.onClose(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rpc.close()
    await rpcServer.stop()
  })

  const call: BillingRig['call'] = async (method, route, { token, body, handling } = {}) => {
    const response = await fetch(url + route, {
      method,
      headers: {
        ...(handling === 'lenient' ? {} : strictHandling),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as { error?: string } }
  }
  return {
    pg,
    ports,
    service,
    rpc,
    url,
    usage,
    call,
    get: (route, token) => call('GET', route, token === undefined ? {} : { token }),
    tell: async (company, envelope = company.id) => {
      const event = deskEvent(ports, orderingKeys.company(companyId(envelope)), 'companyChanged', {
        company,
      })
      await service.consumers[0]?.handle({ event, attempt: 1 })
      return event
    },
    tellSetting: async (company, key, value) => {
      const event = deskEvent(ports, orderingKeys.company(companyId(company)), 'settingChanged', {
        key,
        value,
      })
      await service.consumers[0]?.handle({ event, attempt: 1 })
    },
    settle: () => deliverAll(pg, ['billing'], service.consumers),
    login: async (company, user, rights = {}) =>
      fakeToken(
        await givenSession(pg, 'billing', { companyId: companyId(company), userId: userId(user), ...rights }),
      ),
  }
}
