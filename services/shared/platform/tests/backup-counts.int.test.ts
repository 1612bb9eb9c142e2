import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { testDatabase } from '@balcao/testkit'

const MODULE = path.join(__dirname, '../../../../scripts/support/installation.mjs')
const PROGRAM = `
  import { connect, fingerprint } from ${JSON.stringify(MODULE)}
  const client = await connect(JSON.parse(process.argv[1]))
  console.log(JSON.stringify(await fingerprint(client, { schema: 'public', table: 'words', columns: ['word'] })))
  await client.end()`

it('a backup counts the rows of a table that has more of them than an int', async () => {
  const pg = await testDatabase([])
  // Three rows behind a count that begins at the last int: 2^31 rows would take minutes.
  await pg.sql('CREATE TABLE words AS SELECT generate_series(1, 3) AS word')
  await pg.sql('CREATE SCHEMA late')
  await pg.sql(
    `CREATE AGGREGATE late.count(*) (SFUNC = int8inc, STYPE = int8, INITCOND = '${String(2 ** 31 - 1)}')`,
  )
  const server = { ...pg.admin, options: '-c search_path=late,pg_catalog' }
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    PROGRAM,
    JSON.stringify(server),
  ])
  expect(JSON.parse(stdout)).toMatchObject({ rows: 2 ** 31 + 2 })
})
