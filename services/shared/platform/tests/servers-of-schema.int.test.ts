import { listServersOf } from '@balcao/platform'
import { testDatabase } from '@balcao/testkit'

const CREATE = {
  name: '20261201T100000-create-company-primaries',
  up: `CREATE TABLE company_primaries (company_id integer PRIMARY KEY, name text NOT NULL);
    CREATE TABLE primary_sizes (name text PRIMARY KEY, measured_at timestamptz NOT NULL)`,
}

it('a command for a schema works on every primary that the schema is on, and refuses to leave one out', async () => {
  const pg = await testDatabase([{ schema: 'auth', migrations: [CREATE] }])
  const first = { name: 'first', server: pg.admin }
  const b = { name: 'b', server: { ...pg.admin, host: 'b.example.com' } }
  expect(await listServersOf('tickets', [first, b])).toEqual([first.server, b.server])
  expect(await listServersOf('auth', [first, b])).toEqual([first.server])
  expect(await listServersOf('tickets', [first])).toEqual([first.server])

  await pg.sql(`INSERT INTO auth.company_primaries VALUES (7, 'b'), (8, 'c')`)
  await expect(listServersOf('tickets', [first, b])).rejects.toThrow(
    'the primary c is in use: name it in MORE_PRIMARIES',
  )
  await expect(listServersOf('tickets', [first])).rejects.toThrow('MORE_PRIMARIES')
  expect(await listServersOf('auth', [first])).toEqual([first.server])

  // Without companies, too, until nothing has measured it for a day.
  await pg.sql('DELETE FROM auth.company_primaries')
  await pg.sql(`INSERT INTO auth.primary_sizes VALUES ('first', now()), ('b', now() - interval '2 days')`)
  expect(await listServersOf('tickets', [first])).toEqual([first.server])
  await pg.sql(`UPDATE auth.primary_sizes SET measured_at = now()`)
  await expect(listServersOf('tickets', [first])).rejects.toThrow('the primary b is in use')
  expect(await listServersOf('tickets', [first, b])).toEqual([first.server, b.server])
})
