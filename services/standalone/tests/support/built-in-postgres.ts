import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What the built-in Postgres of a running desk says of itself. */
export interface BuiltInPostgres {
  pid: number
  socketFolder: string
}

/**
 * Its `postmaster.pid`, wherever the cluster is: for a desk that root started, a data folder that only root may enter links to it.
 * @throws {Error} when it does not run.
 */
export function readBuiltInPostgres(dataDir: string): BuiltInPostgres {
  const folder = path.join(dataDir, 'postgres')
  const pointer = path.join(folder, 'moved-to')
  const cluster = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : folder
  const [pid, , , , socketFolder] = readFileSync(path.join(cluster, 'cluster/postmaster.pid'), 'utf8').split(
    '\n',
  )
  return { pid: Number(pid), socketFolder: socketFolder ?? '' }
}
