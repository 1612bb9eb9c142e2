import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Sink } from './find-leaks'

/* Excludes secrets, the database's own files (its tables are read as tables), and sockets. */
const LEFT_OUT = /^(secrets|postgres\/cluster|postgres\/\.|run\/.*\.sock)/

/** The files of a data folder that an operator may copy or read: logs, media, the desk's notes. */
export function listFiles(dataDir: string): Sink[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)))
    .filter((name) => !LEFT_OUT.test(name))
    .map((name) => ({
      kind: /\.log(\.old)?$/.test(name) ? 'log' : 'file',
      name,
      data: readFileSync(path.join(dataDir, name)),
    }))
}
