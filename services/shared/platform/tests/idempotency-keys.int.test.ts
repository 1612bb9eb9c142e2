import { mkdtempSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { companyId, endpoint, idText, object, route, text, userId, type Sent } from '@balcao/contracts'
import { AppError, HOUR, MINUTE, type ServicePorts, type Session } from '@balcao/kernel'
import { createOutgoingHttp, execute, executeLast, query, sql } from '@balcao/platform'
import {
  KEEPS_CONNECTIONS,
  startWebhookReceiver,
  testDatabase,
  testPorts,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'

import { createHttpApp } from '../src/http/http-app'
import { createHttpEdge } from '../src/http/http-edge'
import { createRateLimits } from '../src/http/rate-limits'
import { sweepKeysJob } from '../src/idempotency'
import { as, readAnswer } from './http-edge-rig'
import { guarded } from './leases-rig'

const body = object({ text: text(50).required(), more: text(50).optional() })
const write = endpoint(
  route('post', '/writes/:writeId').with<{ body: Sent<typeof body>; answer: unknown }>(),
  {
    access: 'user',
    params: object({ writeId: idText().required() }),
    body,
    uploads: { field: 'medias', maxCount: 2 },
    status: 201,
    tag: 'notes',
    summary: '',
  },
)
const remove = endpoint(route('delete', '/writes').with<{ answer: undefined }>(), {
  access: 'user',
  status: 204,
  tag: 'notes',
  summary: '',
})

const session = (id: number, company: number) =>
  ({ userId: userId(id), companyId: companyId(company), dueAt: null, profile: 'user' }) as Session
const callers: Record<string, Session> = { ana: session(1, 1), bia: session(2, 1), other: session(3, 2) }

/** What the handler does besides, for one test. */
interface Course {
  before?: () => Promise<void>
  after?: () => Promise<void>
}

let pg: TestDatabase
let ports: TestPorts
let server: Server
let url = ''
let course: Course = {}
let calls = 0

const insert = (company: Session['companyId']) =>
  ports.db.withTenant(company, (tx) =>
    executeLast(tx, sql`INSERT INTO writes (company_id) VALUES (${company})`),
  )

beforeAll(async () => {
  pg = await testDatabase([guarded])
  ports = testPorts(pg, 'guarded')
  const edge = createHttpEdge(
    {
      ...ports,
      tokens: { verify: async (token: string) => ({ ...callers[token], tokenVersion: 1 }) },
      sessions: {
        resolve: async (claims: { userId: number }) =>
          Object.values(callers).find((known) => known.userId === claims.userId),
      },
    } as unknown as ServicePorts,
    'tickets',
  )
  edge.route(write, async ({ session: caller, body: asked }) => {
    calls += 1
    const { before, after } = course
    await before?.()
    await insert(caller.companyId)
    await after?.()
    return { text: asked.text, secret: `whsec_${calls}` }
  })
  edge.route(remove, async ({ session: caller }) => {
    await insert(caller.companyId)
  })
  const uploadDir = path.join(mkdtempSync(path.join(tmpdir(), 'balcao-keys-')), 'uploads')
  const settings = { rateLimits: createRateLimits(), uploadDir, maxUploadBytes: 100_000 }
  const app = createHttpApp(
    { allowedOrigins: [], isHttps: false, trustedProxies: [], edge: settings },
    (root) => root.use(edge.router),
  )
  server = createServer(KEEPS_CONNECTIONS, app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(async () => {
  await pg.empty('guarded.idempotency_keys', 'guarded.writes')
  course = {}
})

const count = async (table = 'writes') =>
  (await pg.sql<{ n: number }>(`SELECT count(*)::int AS n FROM guarded.${table}`))[0]?.n

interface Asked {
  key?: string
  by?: string
  to?: string
  asked?: object | FormData
}
async function send({ key, by = 'ana', to = '/writes/1', asked = { text: 'oi' } }: Asked = {}) {
  const isForm = asked instanceof FormData
  const response = await fetch(url + to, {
    method: 'POST',
    headers: {
      ...as(by),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: isForm ? asked : JSON.stringify(asked),
  })
  const { headers } = response
  return {
    ...(await readAnswer(response)),
    isReplayed: headers.get('idempotent-replayed') === 'true',
    retryAfter: headers.get('retry-after'),
  }
}

const refused = (status: number, error: string) => ({ status, body: { error }, isReplayed: false })

/** A step that is waited for and then held. */
function hold() {
  let release: () => void = () => undefined
  let reach: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const step = async () => {
    reach()
    await released
  }
  return { step, reached, release }
}

describe('requests with an idempotency key', () => {
  it('have one effect and one answer, ten at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => send({ key: 'ten' })))
    const [made, ...others] = all.sort((a, b) => a.status - b.status || +a.isReplayed - +b.isReplayed)
    expect(made).toMatchObject({ status: 201, isReplayed: false, body: { text: 'oi' } })
    for (const answer of others)
      if (answer.status === 409)
        expect(answer).toMatchObject({ body: { error: 'ERR_IDEMPOTENCY_IN_FLIGHT' }, retryAfter: '1' })
      else expect(answer).toMatchObject({ status: 201, body: made?.body, isReplayed: true })
    expect(await count()).toBe(1)
    expect(await send({ key: 'ten' })).toMatchObject({ status: 201, body: made?.body, isReplayed: true })
    expect(await count()).toBe(1)
  })

  it('are refused while the first runs, and told when to ask again', async () => {
    const { step, reached, release } = hold()
    course = { before: step }
    const first = send({ key: 'slow' })
    await reached
    expect(await send({ key: 'slow' })).toMatchObject({
      ...refused(409, 'ERR_IDEMPOTENCY_IN_FLIGHT'),
      retryAfter: '1',
    })
    release()
    expect(await first).toMatchObject({ status: 201 })
  })

  it('are the same whatever the order of members, and refused with other content', async () => {
    await send({ key: 'k', asked: { text: 'a', more: 'b' } })
    expect(await send({ key: 'k', asked: { more: 'b', text: 'a' } })).toMatchObject({ isReplayed: true })
    const mismatch = refused(422, 'ERR_IDEMPOTENCY_MISMATCH')
    expect(await send({ key: 'k', asked: { text: 'a', more: 'c' } })).toMatchObject(mismatch)
    expect(await send({ key: 'k', asked: { text: 'a', more: 'b' }, to: '/writes/2' })).toMatchObject(mismatch)
    expect(await count()).toBe(1)
  })

  it('are compared with their files', async () => {
    const form = (content: string) => {
      const made = new FormData()
      made.set('text', 'oi')
      made.set('medias', new File([content], 'a.txt', { type: 'text/plain' }))
      return made
    }
    await send({ key: 'files', asked: form('one') })
    expect(await send({ key: 'files', asked: form('one') })).toMatchObject({ status: 201, isReplayed: true })
    expect(await send({ key: 'files', asked: form('two') })).toMatchObject({ status: 422 })
  })

  it("are their caller's, whose company has its own, too", async () => {
    for (const by of ['ana', 'bia', 'other'])
      expect(await send({ key: 'mine', by })).toMatchObject({ status: 201, isReplayed: false })
    expect(await count()).toBe(3)
    expect(await send({ key: 'mine', by: 'other' })).toMatchObject({ isReplayed: true })
    const seen = await ports.db.withTenant(companyId(2), (tx) =>
      query<{ company_id: number }>(tx, sql`SELECT company_id FROM idempotency_keys`),
    )
    expect(seen).toEqual([{ company_id: 2 }])
  })

  it('are answered without a body where the first was', async () => {
    const erase = () =>
      fetch(`${url}/writes`, { method: 'DELETE', headers: as('ana', { 'idempotency-key': 'gone' }) })
    expect((await erase()).status).toBe(204)
    const again = await erase()
    expect([again.status, again.headers.get('idempotent-replayed'), await count()]).toEqual([204, 'true', 1])
  })

  it.each([
    ['empty', ''],
    ['with a space', 'a b'],
    ['too long', 'k'.repeat(256)],
  ])('are refused with a key that is %s', async (_name, key) => {
    expect(await send({ key })).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } })
    expect(await count()).toBe(0)
  })

  it('may use the key again after a refusal that changed nothing', async () => {
    course = { before: () => Promise.reject(new AppError('ERR_NO_TICKET_FOUND')) }
    expect(await send({ key: 'again' })).toMatchObject({ status: 404 })
    course = {}
    expect(await send({ key: 'again' })).toMatchObject({ status: 201, isReplayed: false })
  })

  it('get the refusal again that came after an effect', async () => {
    course = { after: () => Promise.reject(new AppError('ERR_NO_TICKET_FOUND')) }
    const first = await send({ key: 'half' })
    expect(first.status).toBe(404)
    course = {}
    expect(await send({ key: 'half' })).toEqual({ ...first, isReplayed: true })
    expect(await count()).toBe(1)
  })

  it('leave neither key nor answer readable in the database', async () => {
    const { body: answer } = await send({ key: 'a-key-of-the-caller' })
    const rows = JSON.stringify(await pg.sql('SELECT k::text AS row FROM guarded.idempotency_keys k'))
    expect(rows).toContain('v1:')
    expect(rows).not.toMatch(new RegExp(`a-key-of-the-caller|${String(answer.secret)}|oi"`))
  })

  it('cost nothing to those without one', async () => {
    const transactions = jest.spyOn(ports.db, 'withTenant')
    await send()
    const without = transactions.mock.calls.length
    transactions.mockRestore()
    expect([without, await count('idempotency_keys')]).toEqual([1, 0])
    await send()
    expect(await count()).toBe(2)
  })

  it('are forgotten after a day, in batches', async () => {
    await send({ key: 'old' })
    await pg.sql(`INSERT INTO guarded.idempotency_keys (company_id, key_hash, request_hash, attempt, began_at)
      SELECT n % 2 + 1, n, '', '', began_at FROM guarded.idempotency_keys, generate_series(1, 2500) n`)
    ports.clock.advance(23 * HOUR)
    await send({ key: 'young', by: 'other' })
    ports.clock.advance(2 * HOUR)
    expect(await send({ key: 'old', asked: { text: 'another' } })).toMatchObject({ isReplayed: false })
    await sweepKeysJob('guarded', ports.db, ports.clock).run(new AbortController().signal)
    expect(await count('idempotency_keys')).toBe(2)
    expect(await send({ key: 'young', by: 'other' })).toMatchObject({ isReplayed: true })
  })
})

/* A request that is held and looked at minutes later is one whose process was killed, as far as the database knows. */
describe('a request whose process died', () => {
  const inFlight = refused(409, 'ERR_IDEMPOTENCY_IN_FLIGHT')
  const lost = refused(409, 'ERR_IDEMPOTENCY_ANSWER_LOST')

  it('is done by a repeat when it had changed nothing, and cannot change anything any more', async () => {
    const { step, reached, release } = hold()
    course = { before: step }
    const first = send({ key: 'dead' })
    await reached
    course = {}
    expect(await send({ key: 'dead' })).toMatchObject(inFlight)
    ports.clock.advance(3 * MINUTE)
    expect(await send({ key: 'dead' })).toMatchObject({ status: 201, isReplayed: false })
    release()
    expect(await first).toMatchObject(inFlight)
    expect(await count()).toBe(1)
    expect(await send({ key: 'dead' })).toMatchObject({ status: 201, isReplayed: true })
  })

  it('is not done again when it had an effect: its answer is lost', async () => {
    const { step, reached, release } = hold()
    course = { after: step }
    const first = send({ key: 'effect' })
    await reached
    course = {}
    expect(await send({ key: 'effect' })).toMatchObject(inFlight)
    ports.clock.advance(3 * MINUTE)
    expect(await send({ key: 'effect' })).toMatchObject(lost)
    expect(await count()).toBe(1)
    release()
    // It lived after all.
    expect(await first).toMatchObject({ status: 201 })
    expect(await send({ key: 'effect' })).toMatchObject({ status: 201, isReplayed: true })
  })

  it('is not done again when it had called another server', async () => {
    const { step, reached, release } = hold()
    let posts = 0
    const receiver = await startWebhookReceiver((_call, response) => {
      posts += 1
      response.end()
    })
    const policy = { trustedOrigins: [receiver.origin], maxBytes: 1_000, totalMs: MINUTE, idleMs: MINUTE }
    const http = createOutgoingHttp(policy)
    course = {
      before: async () => {
        await http.send(receiver.origin, { method: 'POST', body: '{}' })
        await step()
      },
    }
    const first = send({ key: 'outside' })
    await reached
    course = {}
    ports.clock.advance(3 * MINUTE)
    expect(await send({ key: 'outside' })).toMatchObject(lost)
    expect([posts, await count()]).toEqual([1, 0])
    release()
    await first
    await receiver.close()
  })

  it('is done by a repeat after a transaction that only read', async () => {
    const { step, reached, release } = hold()
    course = {
      before: async () => {
        await ports.db.withTenant(companyId(1), (tx) => query(tx, sql`SELECT company_id FROM writes`))
        await step()
      },
    }
    const first = send({ key: 'read' })
    await reached
    course = {}
    ports.clock.advance(3 * MINUTE)
    expect(await send({ key: 'read' })).toMatchObject({ status: 201, isReplayed: false })
    release()
    await first
    expect(await count()).toBe(1)
  })
})

describe('work that a request left running', () => {
  it('goes on without the key', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const { step, release } = hold()
    course = {
      before: async () => {
        late = step().then(() =>
          ports.db.withTenant(companyId(1), (tx) =>
            execute(tx, sql`INSERT INTO writes (company_id) VALUES (1)`),
          ),
        )
        throw new AppError('ERR_NO_TICKET_FOUND')
      },
    }
    expect(await send({ key: 'late' })).toMatchObject({ status: 404 })
    release()
    await late
    expect(await count()).toBe(1)
  })
})
