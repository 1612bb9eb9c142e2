// Messages of two companies, which share a primary or have one each: messages and commits a second, and CPU, by primary.
import { createRequire } from 'node:module'

import { platform } from '../scripts/support/installation.mjs'
import { findParent, logIn, readCpuMs } from './desk.mjs'
import { Audience, connectNumber, say } from './live.mjs'
import { password, withPostgres, withSchema } from './with-postgres.mjs'

const { Client } = createRequire(import.meta.url)('pg')
const AT_ONCE = 500
const ROUNDS = 6
const NAMES = ['first', 'b']

/* Postgres servers of one's own, one for each primary: what they cost is told apart. */
async function withServers(count, work, servers = []) {
  if (servers.length === count) return work(servers)
  await withPostgres(`primary-${servers.length}`, async (admin) => {
    const client = new Client(admin)
    await client.connect()
    const [{ pid }] = (await client.query('SELECT pg_backend_pid() AS pid')).rows
    try {
      await withServers(count, work, [...servers, { admin, client, postmaster: findParent(pid) }])
    } finally {
      await client.end()
    }
  })
}

/** Environment of a desk on these servers. */
function environment(servers) {
  const [first, ...more] = servers.map(({ admin }) => platform().formatPostgresUrl(admin))
  return {
    DATABASE_URL: first,
    DATABASE_ROLE_SECRET: password,
    MORE_PRIMARIES: more.map((url, index) => `${NAMES[index + 1]}=${url}`).join(),
  }
}

async function signUp({ url }, name) {
  const email = `dona@${name}.test`
  const [plan] = await (await fetch(`${url}/plans/list`)).json()
  const answer = await fetch(`${url}/companies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      email,
      phone: '11955550000',
      password: 'segredo-da-dona-1',
      planId: plan.id,
    }),
  })
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return logIn({ url }, email, 'segredo-da-dona-1')
}

async function startTalk(desk, admin) {
  const audience = new Audience()
  await audience.grow(desk, admin.token, 1)
  return { admin, audience, connections: [await connectNumber(admin, 'Número')] }
}

const WRITERS = 16
const WRITE_MS = 15_000

/**
 * The smallest transactions of a service on one primary, as many as there can be: a company's scope, one row of half a kilobyte, COMMIT to the disk.
 * @returns commits a second, Postgres' CPU and WAL for one
 */
export async function measureCommits() {
  const { execute, openDatabase, protectTenantTable } = platform()
  const up = `CREATE TABLE writes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id integer NOT NULL, body text NOT NULL);
    ${protectTenantTable('writes')}`
  const set = { schema: 'bench', migrations: [{ name: '20261201T000000-create-writes', up }] }
  const read = async (owner) =>
    (
      await owner.query(
        `SELECT xact_commit::float8 AS commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal, pg_backend_pid() AS pid
         FROM pg_stat_database WHERE datname = current_database()`,
      )
    ).rows[0]
  let row
  await withPostgres('commits', (admin) =>
    withSchema(admin, set, async ({ owner }) => {
      const db = openDatabase({ admin, schema: 'bench', roleSecret: password, poolSize: WRITERS })
      const body = 'x'.repeat(500)
      const write = (company) =>
        db.withTenant(company, (tx) =>
          execute(tx, 'INSERT INTO writes (company_id, body) VALUES ($1, $2)', [company, body]),
        )
      const writeUntil = async (endMs, company) => {
        while (performance.now() < endMs) await write(company)
      }
      const writers = (forMs) => {
        const endMs = performance.now() + forMs
        return Promise.all(Array.from({ length: WRITERS }, (_, index) => writeUntil(endMs, index + 1)))
      }
      await writers(2_000)
      const [before, pid] = [await read(owner), findParent((await read(owner)).pid)]
      const [cpu, from] = [readCpuMs({ pids: [], postmaster: pid }).postgres, performance.now()]
      await writers(WRITE_MS)
      const [after, seconds] = [await read(owner), (performance.now() - from) / 1_000]
      const commits = after.commits - before.commits
      row = {
        perSecond: commits / seconds,
        postgresMs: (readCpuMs({ pids: [], postmaster: pid }).postgres - cpu) / commits,
        walBytes: (after.wal - before.wal) / commits,
      }
      await db.close()
    }),
  )
  return row
}

async function readServer({ client, postmaster }) {
  const { rows } = await client.query(
    'SELECT sum(xact_commit)::float8 AS commits FROM pg_stat_database WHERE datname = current_database()',
  )
  return { commits: rows[0].commits, postgres: readCpuMs({ pids: [], postmaster }).postgres }
}

/**
 * Six services on so many primaries, with two companies that get messages at once.
 * @param start starts the desk in an environment, as `{ url, pids, socketUrls, stop }`
 * @returns messages a second, CPU of the services for a message, and of each primary commits a second and CPU for a message of its companies
 */
export async function measurePrimaries(count, start) {
  let row
  await withServers(count, async (servers) => {
    const desk = await start(environment(servers))
    try {
      const admins = [await logIn(desk, 'admin@demo.local'), await signUp(desk, 'outra')]
      const talks = []
      for (const admin of admins) talks.push(await startTalk(desk, admin))
      const round = () => Promise.all(talks.map((talk) => say(talk, AT_ONCE)))
      for (let n = 0; n < 2; n += 1) await round()
      const read = () => Promise.all(servers.map(readServer))
      const [before, nodeBefore, from] = [
        await read(),
        readCpuMs({ ...desk, ...servers[0] }).node,
        performance.now(),
      ]
      for (let n = 0; n < ROUNDS; n += 1) await round()
      const seconds = (performance.now() - from) / 1_000
      const after = await read()
      const messages = ROUNDS * AT_ONCE * talks.length
      row = {
        perSecond: messages / seconds,
        nodeMs: (readCpuMs({ ...desk, ...servers[0] }).node - nodeBefore) / messages,
        primaries: after.map((read, index) => ({
          name: NAMES[index],
          commitsPerSecond: (read.commits - before[index].commits) / seconds,
          postgresMs: (read.postgres - before[index].postgres) / (messages / servers.length),
        })),
      }
      for (const { audience } of talks) audience.leave()
    } finally {
      await desk.stop()
    }
  })
  return row
}
