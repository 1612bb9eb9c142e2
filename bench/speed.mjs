// How fast this machine is at the moment: CPU time of a fixed mix of work, node's and Postgres', so that days can be compared.
import { connectAsOwner, readBackendCpuMs } from './desk.mjs'

/** CPU milliseconds of the mix on the machine of RESULTS.md at load 6, 22 November 2026. Must not change, nor the mix. */
const REFERENCE_MS = { node: 150, postgres: 125 }
const TURNS = 3

const rows = Array.from({ length: 40 }, (_, id) => ({
  id,
  uuid: `0192f0a1-7b1c-7000-8000-${String(id).padStart(12, '0')}`,
  name: `Cliente número ${id}`,
  updatedAt: new Date(1.7e12 + id * 1e6),
  tags: [{ id: 1, name: 'Urgente', color: '#ff0000' }],
  lastMessage: 'Olá, gostaria de saber o preço da entrega para amanhã de manhã.',
}))

/* What requests do: text to objects, dates, sorting, maps, many promises. */
async function workInNode() {
  let sum = 0
  for (let n = 0; n < 1_200; n += 1) {
    const read = JSON.parse(JSON.stringify(rows))
    const byName = new Map(read.map((row) => [row.name, new Date(row.updatedAt).toISOString()]))
    sum += read.toSorted((left, right) => (left.name < right.name ? -1 : 1)).length + byName.size
    await undefined
  }
  return sum
}

/* What their statements do: index probes, sorting and text; nothing of the data set's. */
const PREPARE = `CREATE TEMP TABLE speed AS SELECT n AS id, md5(n::text) AS word, n % 97 AS part FROM generate_series(1, 20000) n;
  CREATE INDEX ON speed (part, word); CREATE UNIQUE INDEX ON speed (id); ANALYZE speed`
const WORK = `SELECT sum(length(f.word)) FROM generate_series(1, 2500) n
  CROSS JOIN LATERAL (SELECT s.word FROM speed s WHERE s.part = n % 97 ORDER BY s.word LIMIT 20) f
  JOIN speed o ON o.id = 1 + n * 7 % 20000`

async function timeNode() {
  const before = process.cpuUsage()
  await workInNode()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** `measure()` answers the speed of node and of Postgres, 1 as at the reference, less on a slower or busier machine. */
export async function openSpeedometer(desk) {
  const db = await connectAsOwner(desk)
  await db.query(`${PREPARE}; SET max_parallel_workers_per_gather = 0`)
  const { pid } = (await db.query('SELECT pg_backend_pid() AS pid')).rows[0]
  const timePostgres = async () => {
    const before = readBackendCpuMs(pid)
    for (let n = 0; n < 5; n += 1) await db.query(WORK)
    return readBackendCpuMs(pid) - before
  }
  return {
    async measure() {
      const times = { node: [], postgres: [] }
      for (let n = 0; n < TURNS; n += 1) {
        times.node.push(await timeNode())
        times.postgres.push(await timePostgres())
      }
      const middle = (list) => list.toSorted((left, right) => left - right)[TURNS >> 1]
      return {
        node: REFERENCE_MS.node / middle(times.node),
        postgres: REFERENCE_MS.postgres / middle(times.postgres),
      }
    },
    close: () => db.end(),
  }
}
