import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { escapeLiteral } from 'pg'

import { roleName } from '../postgres-server'
import { USER, type Cluster } from './cluster'
import { changeOwner } from './placement'
import { serverFlags } from './settings'

type Rule = Readonly<Record<'pg_hba.conf' | 'balcao-access', string>>

/** pg_hba.conf, and a digest of the password that was set last. */
const buildAccessRule = (password: string | undefined): Rule =>
  password === undefined
    ? { 'pg_hba.conf': 'local all all trust\n', 'balcao-access': 'trust\n' }
    : {
        'pg_hba.conf': 'local all all scram-sha-256\n',
        // The password has 256 random bits: its hash reveals nothing.
        'balcao-access': `${createHash('sha256').update(`mark:${password}`).digest('hex')}\n`,
      }

const buildEntries = (cluster: Cluster): [file: string, text: string][] =>
  Object.entries(buildAccessRule(cluster.options.password)).map(([name, text]) => [
    join(cluster.data, name),
    text,
  ])

/** Whether a server on these files asks for the cluster's password, or for none when it has none. */
export const hasAccessRule = (cluster: Cluster): boolean =>
  buildEntries(cluster).every(([file, text]) => existsSync(file) && readFileSync(file, 'utf8') === text)

/**
 * Sets the access rule, for a new cluster, one that trusted every connection, or one whose password was lost. No server may run on it.
 * @throws {Error} with Postgres' own last line.
 */
export function setAccessRule(cluster: Cluster): void {
  if (cluster.options.password !== undefined) setPasswords(cluster, cluster.options.password)
  // The digest is written last: a start that was killed before it repeats all this.
  for (const [file, text] of buildEntries(cluster)) {
    writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
    changeOwner(cluster.account, `${file}.new`)
    renameSync(`${file}.new`, file)
  }
}

/* As `rolePassword` makes them. On one line: a newline ends a command of Postgres' single-user mode. */
const buildStatements = (password: string): string =>
  [
    `ALTER ROLE ${USER} PASSWORD ${escapeLiteral(password)}`,
    `DO $$ DECLARE r text; BEGIN FOR r IN SELECT rolname FROM pg_roles WHERE starts_with(rolname, '${roleName('')}') LOOP EXECUTE format('ALTER ROLE %I PASSWORD %L', r, encode(sha256(convert_to(${escapeLiteral(password)} || ':' || r, 'UTF8')), 'hex')); END LOOP; END $$`,
    '',
  ].join('\n')

/** In single-user mode, so that no server ever runs without a password; over stdin, where other accounts cannot see it. */
function setPasswords(cluster: Cluster, password: string): void {
  const result = spawnSync(
    cluster.binaries.postgres,
    ['--single', '-D', cluster.data, ...serverFlags(cluster), '-c', 'exit_on_error=on', 'postgres'],
    {
      ...cluster.account,
      cwd: cluster.folder,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      input: buildStatements(password),
      encoding: 'utf8',
    },
  )
  if (result.status === 0) return
  const lines = (result.stderr ?? '').trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|ERROR/.test(line)) ?? lines.at(-1)
  throw new Error(`Postgres could not take its password: ${result.error?.message ?? reason}`)
}
