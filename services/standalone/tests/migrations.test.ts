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
  all.map((migration) => ({ title: `${name}: ${migration.name}`, up: migration.up })),
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
