// A database, topics and documents of one run on the engines.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'

import pg from 'pg'

import { at } from '../scripts/support/project.mjs'
import { findParent } from './desk.mjs'

/** Runs `work` with `{ dataDir, postmaster, env }`; they are gone afterwards. */
export async function withPlaces(work) {
  const name = `bench_${randomBytes(4).toString('hex')}`
  const server = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await server.connect()
  await server.query(`CREATE DATABASE ${name}`)
  const [{ pid }] = (await server.query('SELECT pg_backend_pid() AS pid')).rows
  const below = (url) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-bench-cluster-'))
  try {
    return await work({
      dataDir,
      postmaster: findParent(pid),
      env: {
        DATA_DIR: dataDir,
        DATABASE_URL: below(process.env.DATABASE_URL),
        KAFKA_TOPIC_PREFIX: `${name}.`,
        KAFKA_PARTITIONS: '6',
        ...(process.env.MONGO_URL ? { MONGO_URL: below(process.env.MONGO_URL) } : {}),
      },
    })
  } finally {
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await server.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

export function freePort() {
  const require = createRequire(import.meta.url)
  return require(at('services/shared/testkit/dist/cluster/free-ports.js')).freePort()
}
