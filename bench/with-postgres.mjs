import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

import { at } from '../scripts/support/project.mjs'

const require = createRequire(import.meta.url)

export const password = 'a-password-of-benchmarks-of-32-letters'

/** Runs `work` with a Postgres of its own, which is gone afterwards. The server must be built. */
export async function withPostgres(name, work) {
  const { startEmbeddedPostgres } = require(at('services/shared/platform/dist/index.js'))
  await mkdir(at('.cache/bench'), { recursive: true })
  const folder = await mkdtemp(at(`.cache/bench/${name}-`))
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), password })
  try {
    await work(postgres.admin)
  } finally {
    await postgres.stop()
    // As root the server keeps its data in a folder of another account.
    const moved = path.join(folder, 'postgres/moved-to')
    if (existsSync(moved)) await rm(readFileSync(moved, 'utf8').trim(), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Runs `work` with a service's own schema there, migrated: as the service reads it (`db`), and as its owner, on one connection of
 * platform scope (`owner`). The server must be built.
 */
export async function withSchema(admin, set, work) {
  const { migrate, openDatabase } = require(at('services/shared/platform/dist/index.js'))
  await migrate([set], { admin, roleSecret: password })
  const db = openDatabase({ admin, schema: set.schema, roleSecret: password })
  const owner = new (require('pg').Client)(admin)
  await owner.connect()
  await owner.query(`SET search_path = ${set.schema}; SET app.scope = 'platform'`)
  try {
    await work({ db, owner })
  } finally {
    await owner.end()
    await db.close()
  }
}
