import { execFile } from 'node:child_process'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import { createInProcessTransport } from '@balcao/platform'
import {
  EventLogRig,
  eventLogSchemas,
  needsEngines,
  startOwnEngine,
  subscribe,
  testDatabase,
  waitFor,
  type OwnEngine,
  type TestDatabase,
} from '@balcao/testkit'
import { Client } from 'pg'

import { startPgBouncer, type PgBouncer } from './pgbouncer'

/* The primary of a Postgres with a synchronous replica is switched, and its name leads to the former one, a replica by now, for a while. */

const RESTARTED_WITHIN_MS = 400_000
const WRITERS = 4

/** What the name of the primary leads to: connections go through it and end when it is turned. */
class PrimaryName {
  private readonly sockets = new Set<Socket>()
  private readonly server: Server
  port = 0

  constructor(private target: number) {
    this.server = createServer((socket) => this.pass(socket))
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.port = (this.server.address() as { port: number }).port
  }

  turnTo(target: number): void {
    this.target = target
    for (const socket of this.sockets) socket.destroy()
  }

  close(): void {
    this.server.close()
    for (const socket of this.sockets) socket.destroy()
  }

  private pass(socket: Socket): void {
    const upstream = connect(this.target, '127.0.0.1')
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        this.sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
}

async function asSuperuser<T extends object>({ port }: OwnEngine, statement: string): Promise<T[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

const dataOf = ({ folder }: OwnEngine) => path.join(folder, 'pg')

/* Starts as a replica of the other one, whatever it was. */
async function follow(replica: OwnEngine, primary: OwnEngine): Promise<void> {
  await appendFile(
    path.join(dataOf(replica), 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\nsynchronous_standby_names = ''\n`,
  )
  await writeFile(path.join(dataOf(replica), 'standby.signal'), '')
  await replica.start()
}

/* Of a server that stands still; its WAL is streamed afterwards. */
async function copyData(from: OwnEngine, to: OwnEngine): Promise<void> {
  await rm(dataOf(to), { recursive: true, force: true })
  await promisify(execFile)('cp', ['-a', dataOf(from), dataOf(to)])
  await rm(path.join(dataOf(to), 'postmaster.pid'), { force: true })
}

needsEngines('own postgres', 'pgbouncer')('a switch of the primary', () => {
  let first: OwnEngine
  let second: OwnEngine
  let name: PrimaryName
  let pooler: PgBouncer
  let pg: TestDatabase
  const variables = { BALCAO_TEST_POSTGRES: process.env['BALCAO_TEST_POSTGRES'] }

  beforeAll(async () => {
    first = await startOwnEngine('postgres')
    second = await startOwnEngine('postgres')
    await Promise.all([first.kill(), second.kill()])
    await copyData(first, second)
    await first.start()
    await follow(second, first)
    await asSuperuser(first, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await asSuperuser(first, 'SELECT pg_reload_conf()')
    name = new PrimaryName(first.port)
    await name.open()
    process.env['BALCAO_TEST_POSTGRES'] = `postgresql://postgres@127.0.0.1:${name.port}/postgres`
    pooler = await startPgBouncer(['balcao_producer', 'balcao_consumer'], 6)
  }, RESTARTED_WITHIN_MS)
  afterAll(async () => {
    process.env['BALCAO_TEST_POSTGRES'] = variables.BALCAO_TEST_POSTGRES
    await pooler.stop()
    name.close()
    await Promise.all([first.remove(), second.remove()])
  }, RESTARTED_WITHIN_MS)

  it.each(['directly', 'behind PgBouncer'])(
    'loses and parks nothing, reached %s',
    async (way) => {
      const [primary, replica] = way === 'directly' ? [first, second] : [second, first]
      if (way !== 'directly') process.env['BALCAO_TEST_POOLER'] = pooler.url
      pg = await testDatabase(eventLogSchemas)
      const rig = new EventLogRig({ name: way, carriedBy: 'process', open: createInProcessTransport }, pg)
      rig.start([
        subscribe(
          'effects',
          rig.countEffect(() => true),
        ),
      ])
      let isOver = false
      let acknowledged = 0
      let refused = 0
      const defects: unknown[] = []
      const write = async () => {
        while (!isOver) {
          await rig.writeSome(10).then(
            (count) => void (acknowledged += count),
            (error: { code?: string }) => {
              if (error.code === 'ERR_UNAVAILABLE') refused += 1
              else defects.push(error)
              // As callers do.
              return delay(20)
            },
          )
        }
      }
      const writing = Promise.all(Array.from({ length: WRITERS }, write))
      try {
        await waitFor(() => acknowledged > 500)
        await primary.kill()
        await asSuperuser(replica, 'SELECT pg_promote()')
        await asSuperuser(replica, `ALTER SYSTEM SET synchronous_standby_names = ''`)
        await asSuperuser(replica, 'SELECT pg_reload_conf()')
        await follow(primary, replica)
        // The name still leads to the former primary, which answers and takes no writes.
        const before = { acknowledged, refused }
        await waitFor(() => refused > before.refused + 20)
        expect(acknowledged).toBe(before.acknowledged)
        name.turnTo(replica.port)
        await waitFor(() => acknowledged > before.acknowledged + 500)
      } finally {
        isOver = true
        await writing
      }

      expect(defects).toEqual([])
      await rig.applied()
      await rig.settled()
      const [sum] = await pg.sql<{ written: number }>(
        'SELECT sum(n)::int AS written FROM producer.aggregates',
      )
      // More than was acknowledged: the answer to some commits was lost.
      expect(sum?.written).toBeGreaterThanOrEqual(acknowledged)
      expect(await pg.sql('SELECT * FROM consumer.disorder')).toEqual([])
      expect(await pg.sql('SELECT * FROM consumer.dead_events')).toEqual([])
      await rig.stop()
      delete process.env['BALCAO_TEST_POOLER']
    },
    RESTARTED_WITHIN_MS,
  )
})
