import { spawnSync } from 'node:child_process'

import { createUnconnectedServices } from './support/unconnected-services'

/*
 * During a rolling update, and after a rollback, the previous version runs on this schema: columns may be removed only
 * one release after their last use.
 */
const TAKES_AWAY =
  /\b(DROP\s+(TABLE|COLUMN|SCHEMA|FUNCTION|TYPE|VIEW)|RENAME|TRUNCATE|SET\s+NOT\s+NULL|ALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE)\b/i
/** A new NOT NULL column without a default refuses the previous version's rows. */
const DEMANDS = /\bADD\s+COLUMN\b(?![^,;]*\bDEFAULT\b)(?![^,;]*\bGENERATED\b)[^,;]*\bNOT\s+NULL\b/i

/** What the previous version finds as before: the same table under the same name with the same columns, partitioned. */
const REPARTITIONED = ['realtime: 20261122T164500-partition-feed']

const migrations = createUnconnectedServices().flatMap(({ name, migrations: { migrations: all } }) =>
  all.map((migration) => ({ title: `${name}: ${migration.name}`, ...migration })),
)

it.each(migrations.filter(({ title }) => !REPARTITIONED.includes(title)))('$title only adds', ({ up }) => {
  expect(up).not.toMatch(TAKES_AWAY)
  expect(up).not.toMatch(DEMANDS)
})

it.each(migrations.filter(({ title }) => REPARTITIONED.includes(title)))(
  '$title keeps name and columns of its table',
  ({ up }) => {
    const [, table = ''] = /RENAME TO (\w+)_before/.exec(up) ?? []
    expect(up).toContain(`CREATE TABLE ${table} (LIKE ${table}_before INCLUDING DEFAULTS) PARTITION BY`)
    expect(up).not.toMatch(/\bDROP\s+COLUMN\b/i)
    expect(up).not.toMatch(DEMANDS)
  },
)

it.each([
  ['ALTER TABLE a DROP COLUMN b', TAKES_AWAY],
  ['ALTER TABLE a RENAME COLUMN b TO c', TAKES_AWAY],
  ['ALTER TABLE a ALTER COLUMN b TYPE bigint', TAKES_AWAY],
  ['ALTER TABLE a ALTER COLUMN b SET NOT NULL', TAKES_AWAY],
  ['ALTER TABLE a ADD COLUMN b text NOT NULL, ADD COLUMN c int DEFAULT 1', DEMANDS],
])('%s does more', (sql, rule) => expect(sql).toMatch(rule))

it('ALTER TABLE … ADD COLUMN with a default only adds', () => {
  expect("ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT '', ADD COLUMN c int").not.toMatch(DEMANDS)
})

/* Those before it were written when an index could not be made without a lock; what they lock, they lock for a moment or once. */
const LINTED_FROM = '20261126T12'
/* The runner sets the times and never repeats what was committed; types are the table's own matter. */
const OPINIONS = [
  'require-timeout-settings',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-timestamptz',
  'require-enum-value-ordering',
]

/** What squawk finds to lock a table that is in use, or to break the version before; '' when nothing. */
function lint(sql: string, isTransaction: boolean): string {
  const args = [
    ...['--pg-version=14.0', '--reporter=gcc', '--exclude', OPINIONS.join()],
    ...(isTransaction ? ['--assume-in-transaction'] : []),
  ]
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [require.resolve('squawk-cli/js/bin/squawk'), ...args],
    { input: sql, encoding: 'utf8' },
  )
  if (error) throw error
  return status === 0 ? '' : `${stdout}${stderr}`
}

const linted = migrations.filter(({ name }) => name >= LINTED_FROM)

it('migrations lock no table that is in use', () => {
  const found = linted.map(({ title, up, index }) => `${title}: ${lint(up, index === undefined)}`)
  expect(found.filter((line) => !line.endsWith(': '))).toEqual([])
})

it.each([
  'CREATE INDEX a_by_b ON a (b)',
  'ALTER TABLE a ALTER COLUMN b TYPE bigint',
  'ALTER TABLE a ADD CONSTRAINT has_b CHECK (b > 0)',
  'ALTER TABLE a ADD COLUMN b uuid DEFAULT gen_random_uuid()',
])('%s locks', (sql) => expect(lint(sql, true)).not.toBe(''))

it.each([
  ['CREATE TABLE a (id bigint PRIMARY KEY, b int); CREATE INDEX a_by_b ON a (b)', true],
  ["ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT ''", true],
  ['CREATE INDEX CONCURRENTLY a_by_b ON a (b)', false],
])('%s does not', (sql, isTransaction) => expect(lint(sql, isTransaction)).toBe(''))

it.each(migrations.filter(({ index }) => index !== undefined))(
  '$title makes its index and nothing else',
  ({ up, index }) => {
    expect(up).toMatch(new RegExp(`^CREATE (UNIQUE )?INDEX CONCURRENTLY ${index} ON [^;]+$`))
  },
)
