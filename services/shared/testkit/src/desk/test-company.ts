import type { Profile } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import { waitFor } from '../wait-for'
import { createCaller, openAgent, type HttpAnswer, type TestAgent } from './test-agent'

export const TEST_PASSWORD = 'balcao123'

export interface AgentOptions {
  profile?: Profile
  super?: boolean
  allTicket?: boolean
  /** Created when the company has none of that name. */
  queues?: readonly string[]
}

/** Users of a company, by first name. There is always an `admin`. */
export type Staff = Record<string, AgentOptions>

/** auth's seed functions; passed in, because the testkit imports no service. */
export interface Seeds {
  company(
    ports: ServicePorts,
    wanted: {
      name: string
      plan: number
      dueAt: Date | null
      users: {
        name: string
        email: string
        password: string
        profile: Profile
        super: boolean
        queueIds: number[]
        allTicket: boolean
      }[]
    },
  ): Promise<{ companyId: number; userIds: Record<string, number> }>
  userQueues(
    ports: ServicePorts,
    companyId: number,
    queuesByUser: ReadonlyMap<number, readonly number[]>,
  ): Promise<void>
}

export interface SimulatedPhone {
  number: string
  /** Simulates an inbound message of this number. Text, or any fields of `POST /simulator/inbound`. */
  says(message: string | Record<string, unknown>): Promise<void>
  /** Messages that we sent to this number, in order. */
  got(): Promise<{ id: string; body: string; sightings: number }[]>
}

export interface TestCompany {
  id: number
  queues: Record<string, number>
  /** Logs in once per name; the socket stays open until the desk stops. */
  agent(name: string): Promise<TestAgent>
  /** A customer's phone; the company's connection is created and scanned at the first call. */
  phone(number: string, name?: string): Promise<SimulatedPhone>
}

const must = <T>({ status, body }: HttpAnswer<T>, what: string): T => {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return body
}

const pickColour = (index: number) => `#${(0x1565c0 + index * 0x10101).toString(16).slice(-6)}`

export interface CompanyDeps {
  url: string
  authPorts: ServicePorts
  seeds: Seeds
  settle(): Promise<void>
}

async function makeQueues(admin: TestAgent, staff: Staff): Promise<Record<string, number>> {
  const names = [...new Set(Object.values(staff).flatMap(({ queues = [] }) => queues))]
  const made: Record<string, number> = {}
  for (const [index, name] of names.entries()) {
    const queue = must(
      await admin.call<{ id: number }>('POST', '/queue', { name, color: pickColour(index) }),
      `queue ${name}`,
    )
    made[name] = queue.id
  }
  return made
}

/** Creates a company's connection and scans its code. @param admin may do so */
export async function connectPhone(admin: Pick<TestAgent, 'call'>, url: string): Promise<number> {
  const connection = must(
    await admin.call<{ id: number }>('POST', '/whatsapp', { name: 'Principal', provider: 'simulated' }),
    'connection',
  )
  const statusIs = async (status: string) =>
    (await admin.call<{ status: string }>('GET', `/whatsapp/${connection.id}`)).body.status === status
  await waitFor(() => statusIs('qrcode'))
  must(await createCaller(url)('POST', `/simulator/connections/${connection.id}/scan`, {}), 'scan')
  await waitFor(() => statusIs('CONNECTED'))
  return connection.id
}

/** A customer's phone in the simulated network. */
export function simulatePhone(
  url: string,
  connection: number,
  number: string,
  name?: string,
): SimulatedPhone {
  const network = createCaller(url)
  return {
    number,
    says: async (message) => {
      const fields = typeof message === 'string' ? { body: message } : message
      must(
        await network('POST', '/simulator/inbound', {
          messages: [{ connection, number, ...(name ? { name } : {}), ...fields }],
        }),
        'inbound',
      )
    },
    got: async () => {
      const { items } = must(
        await network<{ items: { number: string; id: string; body: string; sightings: number }[] }>(
          'GET',
          `/simulator/outbound?connection=${connection}`,
        ),
        'outbound',
      )
      return items.filter((item) => item.number === number)
    },
  }
}

/** Creates a company with users and queues, through the seed and the public API. */
export async function createTestCompany(
  deps: CompanyDeps,
  name: string,
  staff: Staff,
): Promise<TestCompany & { close(): void }> {
  const { url, authPorts, seeds, settle } = deps
  const members: Staff = { admin: { profile: 'admin' }, ...staff }
  const domain = `${name.toLowerCase().replace(/\W+/g, '')}.test`
  const buildEmail = (person: string) => `${person}@${domain}`
  const { companyId, userIds } = await seeds.company(authPorts, {
    name,
    plan: 1,
    dueAt: null,
    users: Object.entries(members).map(([person, fields]) => ({
      name: person,
      email: buildEmail(person),
      password: TEST_PASSWORD,
      profile: fields.profile ?? 'user',
      super: fields.super ?? false,
      allTicket: fields.allTicket ?? false,
      queueIds: [],
    })),
  })
  await settle()
  const agents = new Map<string, Promise<TestAgent>>()
  const agent = (person: string) => {
    const opened = agents.get(person) ?? openAgent(url, buildEmail(person), TEST_PASSWORD)
    agents.set(person, opened)
    return opened
  }
  const queues = await makeQueues(await agent('admin'), members)
  const queuesByUser = new Map(
    Object.entries(members).map(
      ([person, { queues: wanted = [] }]) =>
        [userIds[buildEmail(person)] ?? 0, wanted.map((queue) => queues[queue] ?? 0)] as const,
    ),
  )
  await seeds.userQueues(authPorts, companyId, queuesByUser)
  await settle()
  let connection: Promise<number> | undefined
  return {
    id: companyId,
    queues,
    agent,
    phone: async (number, customer) => {
      connection ??= agent('admin').then((admin) => connectPhone(admin, url))
      return simulatePhone(url, await connection, number, customer)
    },
    close: () =>
      agents.forEach(
        (opened) =>
          void opened.then(
            ({ socket }) => socket.disconnect(),
            () => undefined,
          ),
      ),
  }
}
