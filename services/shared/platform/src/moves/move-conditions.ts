import { spreadSchemas } from '../host/runtime'
import type { MoveEnd } from './move-end'

async function assertAble(end: MoveEnd): Promise<void> {
  // Before Postgres 16 there is no such role, and only superusers subscribe.
  const [may] = await end.rows<{ isAble: boolean }>(
    `SELECT rolsuper OR rolbypassrls AND rolreplication AND
       coalesce(pg_has_role(oid, to_regrole('pg_create_subscription'), 'USAGE'), false) AS "isAble"
     FROM pg_roles WHERE rolname = current_user`,
  )
  if (may?.isAble) return
  throw new Error(
    `the owner that ${end.name} is reached as must be a superuser, or have BYPASSRLS, REPLICATION and pg_create_subscription`,
  )
}

async function listMigrations(end: MoveEnd): Promise<string> {
  const all: string[] = []
  for (const schema of spreadSchemas)
    for (const { name } of await end.rows<{ name: string }>(
      `SELECT name FROM ${schema}.migrations ORDER BY name`,
    ))
      all.push(`${schema}.${name}`)
  return all.join('\n')
}

/** @throws {Error} naming what two servers lack for a company to move between them */
export async function assertServersReady(source: MoveEnd, target: MoveEnd): Promise<void> {
  for (const end of [source, target]) await assertAble(end)
  const [level] = await source.rows<{ value: string }>(`SELECT current_setting('wal_level') AS value`)
  if (level?.value !== 'logical')
    throw new Error(`Postgres of ${source.name} needs wal_level = logical (it has ${level?.value})`)
  const [ours, theirs] = await Promise.all([source, target].map(listMigrations))
  if (ours !== theirs)
    throw new Error(`${source.name} and ${target.name} have not the same migrations: run them first`)
}
