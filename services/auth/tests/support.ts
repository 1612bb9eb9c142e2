import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { strictHandling, type LoginAnswer } from '@balcao/contracts'
import type { Service } from '@balcao/kernel'
import {
  createUserFetch,
  createHttpApp,
  createRateLimits,
  createRpcClients,
  createSessionDirectory,
  createTokenVerifier,
  defaultEdgeSettings,
  directoryConsumer,
  startRpcServer,
} from '@balcao/platform'
import {
  KEEPS_CONNECTIONS,
  deliverAll,
  recordedPauses,
  recordingMailer,
  testDatabase,
  testPorts,
  type RecordedPauses,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'

import { authMigrations } from '../src/migrations'
import { seedCompany, type SeedCompany, type SeededCompany, type SeedUser } from '../src/seed'
import { createAuthService, type AuthConfig } from '../src/service'

export const PASSWORD = 'balcao123'

export const buildAuthConfig = (overrides: Partial<AuthConfig> = {}): AuthConfig => ({
  isSignUpAllowed: true,
  revealsUnknown: false,
  cookieSecure: 'auto',
  publicOrigins: [],
  sealKey: 'a key of the tests, 32 characters or more',
  firstAdmin: undefined,
  servesDemo: false,
  ...overrides,
})

export interface Answer {
  status: number
  body: unknown
  text: string
  headers: Headers
  /** The refresh cookie this answer set; '' when it cleared it. */
  cookie: string | undefined
}

export interface AuthRig {
  pg: TestDatabase
  ports: TestPorts
  pauses: RecordedPauses
  service: Service
  rpc: ReturnType<typeof createRpcClients>
  url: string
  call(
    method: string,
    path: string,
    init?: { token?: string; body?: unknown; raw?: string; headers?: Record<string, string> },
  ): Promise<Answer>
  /** Until every event has reached the directory. */
  settle(): Promise<void>
  seed(company: Partial<SeedCompany> & { name: string }): Promise<SeededCompany>
  login(
    email: string,
    password?: string,
  ): Promise<{ token: string; user: LoginAnswer['user']; cookie: string }>
  refresh(cookie: string, headers?: Record<string, string>): Promise<Answer>
}

const plan = (id: number, offered: boolean) => ({
  id,
  name: `Plano ${id}`,
  users: 10,
  connections: 10,
  queues: 10,
  valueCents: 3000,
  apiMessagesPerMinute: 0,
  apiMessagesPerDay: 0,
  mediaMegabytes: 0,
  offered,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
})

export const seedUser = (email: string, overrides: Partial<SeedUser> = {}): SeedUser => ({
  name: email.split('@')[0] ?? email,
  email,
  password: PASSWORD,
  profile: 'user',
  super: false,
  queueIds: [],
  allTicket: false,
  ...overrides,
})

const readCookie = (headers: Headers): string | undefined =>
  headers
    .getSetCookie()
    .map((line) => /^jrt=([^;]*)/.exec(line)?.[1])
    .find((value) => value !== undefined)

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })

let sockets = 0

/** auth alone with its real edges: HTTP on a port, gRPC on a socket, Postgres; billing and tickets are faked here. */
export async function startAuth(
  overrides: Partial<AuthConfig> = {},
  options: { rateFactor?: number; deliversMail?: boolean; trustedProxies?: number } = {},
): Promise<AuthRig> {
  const pg = await testDatabase([authMigrations])
  const fakes = {
    billing: {
      getPlan: async ({ planId }: { planId: number }) => ({
        plan: planId <= 2 ? plan(planId, planId === 1) : undefined,
      }),
      listMediaUsage: async ({ companyIds }: { companyIds: number[] }) => ({
        usages: companyIds.map((id) => ({ companyId: id, usedBytes: id * 10, allowedBytes: 1_048_576 })),
      }),
      listPayers: async ({ companyIds }: { companyIds: number[] }) => ({
        payers: companyIds.map((companyId) => ({
          companyId,
          name: `Pagadora ${companyId}`,
          zipCode: '50000-000',
          address: 'Rua do Sol, 1',
          state: 'PE',
          city: 'Recife',
          district: 'Boa Vista',
        })),
      }),
      listPlans: async () => ({ plans: [plan(1, true), plan(2, false)] }),
      getEntitlements: async () => ({ plan: plan(1, true), dueAt: undefined }),
    },
    messaging: {
      // Each company has one connection, of its own number.
      getConnections: async ({ companyId }: { companyId: number }) => ({
        connections: [{ id: companyId, name: 'Loja' }],
      }),
    },
    tickets: {
      getQueues: async ({ companyId }: { companyId: number }) => ({
        queues: [
          {
            id: companyId * 10 + 1,
            companyId,
            name: 'Vendas',
            color: '#00aa55',
            greetingMessage: '',
            outOfHoursMessage: '',
            orderQueue: 1,
            deleted: false,
          },
        ],
      }),
    },
  }
  const pauses = recordedPauses()
  const ports = testPorts(pg, 'auth', { rpc: fakes as never, pause: pauses.pause })
  ports.mailer = recordingMailer(options.deliversMail)
  const socket = `unix:${path.join(tmpdir(), `balcao-auth-test-${process.pid}-${(sockets += 1)}.sock`)}`
  const rpc = createRpcClients({ auth: socket }, { deadlineMs: 60_000 })
  ports.rpc.auth = rpc.auth
  ports.tokens = createTokenVerifier(rpc, ports.clock)
  ports.sessions = createSessionDirectory({
    db: ports.db,
    lagPatienceMs: 0,
    askAfterMs: 0,
    ask: createUserFetch(rpc, 60_000),
  })
  const service = createAuthService(buildAuthConfig(overrides), ports)
  const rpcServer = await startRpcServer(socket, service.rpc)
  await service.check?.()
  const running = await service.start?.()
  const edge = { ...defaultEdgeSettings(), rateLimits: createRateLimits(options.rateFactor ?? 0) }
  const app = createHttpApp(
    {
      edge,
      trustedProxies: options.trustedProxies ?? 0,
      allowedOrigins: overrides.publicOrigins ?? [],
      isHttps: false,
    },
    (mount) => {
      if (service.http) mount.use(service.http)
    },
  )
  const server = createServer(KEEPS_CONNECTIONS, app)
  const url = `http://127.0.0.1:${await listen(server)}`
  pg.onClose(async () => {
    await new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await running?.stop()
    rpc.close()
    await rpcServer.stop()
  })

  const consumers = [
    directoryConsumer({ schema: 'auth', db: ports.db, directory: ports.sessions }),
    ...service.consumers,
  ]
  const settle = () => deliverAll(pg, ['auth'], consumers)

  const call: AuthRig['call'] = async (method, route, init = {}) => {
    const sent = init.raw ?? (init.body === undefined ? undefined : JSON.stringify(init.body))
    const response = await fetch(url + route, {
      method,
      ...(sent === undefined ? {} : { body: sent }),
      headers: {
        ...strictHandling,
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...(init.token === undefined ? {} : { authorization: `Bearer ${init.token}` }),
        ...init.headers,
      },
    })
    const text = await response.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    return {
      status: response.status,
      body,
      text,
      headers: response.headers,
      cookie: readCookie(response.headers),
    }
  }

  return {
    pg,
    ports,
    pauses,
    service,
    rpc,
    url,
    call,
    settle,
    seed: async (company) => {
      const seeded = await seedCompany(ports, { plan: 1, dueAt: null, users: [], ...company })
      await settle()
      return seeded
    },
    login: async (email, password = PASSWORD) => {
      const answer = await call('POST', '/auth/login', { body: { email, password } })
      if (answer.status !== 200) throw new Error(`login answered ${answer.status} ${answer.text}`)
      await settle()
      return { ...(answer.body as LoginAnswer), cookie: answer.cookie ?? '' }
    },
    refresh: (cookie, headers = {}) =>
      call('POST', '/auth/refresh_token', {
        headers: { cookie: `jrt=${cookie}`, origin: url, ...headers },
      }),
  }
}

/** An error answer without its request id. */
export const withoutRequestId = ({ status, body }: Answer): unknown => ({
  status,
  error: (body as { error?: string }).error,
})
