import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { fileSecrets, serverForSchema, startEmbeddedPostgres, type PostgresServer } from '@balcao/platform'
import { Client } from 'pg'

import { asOtherAccount, bringNode, bringPostgres, openFolder, openForReading } from './other-account'

// Each start is a second or two of real work.
const PASSWORD = 'a password of this test, 32 letters'
const made: string[] = []
const newFolder = () => {
  const folder = openFolder('password')
  made.push(folder)
  return folder
}
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const start = (dataDir: string, password?: string) =>
  startEmbeddedPostgres({ dataDir, durable: false, ...(password === undefined ? {} : { password }) })

const sql = async (server: PostgresServer, text: string) => {
  const client = new Client({ ...server })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const without = ({ password: _password, ...server }: PostgresServer): PostgresServer => server
const logIn = (server: PostgresServer) => sql(server, 'SELECT current_user::text AS name')
/* pg's own complaint when it has no password to give, or the server's about a wrong one. */
const REFUSED = /password/

describe('the password of the built-in Postgres', () => {
  it('is required of every role, the services’ included', async () => {
    const pg = await start(join(newFolder(), 'pg'), PASSWORD)
    try {
      await sql(pg.admin, 'CREATE ROLE balcao_tickets LOGIN')
      await expect(logIn(without(pg.admin))).rejects.toThrow(REFUSED)
      await expect(logIn({ ...pg.admin, password: `${PASSWORD}?` })).rejects.toThrow(REFUSED)
      await expect(logIn(serverForSchema(pg.admin, 'tickets'))).rejects.toThrow(REFUSED)
      expect(await logIn(pg.admin)).toEqual([{ name: 'balcao' }])
      expect(
        await sql(
          pg.admin,
          "SELECT rolpassword LIKE 'SCRAM-SHA-256$%' AS is_scram FROM pg_authid WHERE rolname = 'balcao'",
        ),
      ).toEqual([{ is_scram: true }])
    } finally {
      await pg.stop()
    }
  })

  it('is set on data of a version that asked for none, which keep their rows and their roles', async () => {
    const dataDir = join(newFolder(), 'pg')
    const old = await start(dataDir)
    await sql(
      old.admin,
      "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('still here'); CREATE ROLE balcao_tickets LOGIN",
    )
    expect(await logIn(serverForSchema(old.admin, 'tickets'))).toEqual([{ name: 'balcao_tickets' }])
    await old.stop()

    const pg = await start(dataDir, PASSWORD)
    try {
      await expect(logIn(without(pg.admin))).rejects.toThrow(REFUSED)
      await expect(logIn(serverForSchema(pg.admin, 'tickets'))).rejects.toThrow(REFUSED)
      expect(await logIn(serverForSchema(pg.admin, 'tickets', { roleSecret: PASSWORD }))).toEqual([
        { name: 'balcao_tickets' },
      ])
      expect(await sql(pg.admin, 'SELECT word FROM kept')).toEqual([{ word: 'still here' }])
    } finally {
      await pg.stop()
    }
  })

  it('is set anew when it was lost, and no half-done change is trusted', async () => {
    const dataDir = join(newFolder(), 'pg')
    await (await start(dataDir, PASSWORD)).stop()
    rmSync(join(dataDir, 'cluster/balcao-access'))
    const other = PASSWORD.toUpperCase()
    const pg = await start(dataDir, other)
    try {
      await expect(logIn({ ...pg.admin, password: PASSWORD })).rejects.toThrow(REFUSED)
      expect(await logIn(pg.admin)).toEqual([{ name: 'balcao' }])
    } finally {
      await pg.stop()
    }
  })

  it('leaves no server behind when it was changed, and says what to do', async () => {
    const dataDir = join(newFolder(), 'pg')
    const pg = await start(dataDir, PASSWORD)
    await sql(pg.admin, "ALTER ROLE balcao PASSWORD 'changed by hand'")
    await pg.stop()
    await expect(start(dataDir, PASSWORD)).rejects.toThrow(/it was changed\. Delete .*balcao-access/)
    expect(existsSync(join(dataDir, 'cluster/postmaster.pid'))).toBe(false)
  })
})

asOtherAccount('the password of a built-in Postgres that root starts', () => {
  it("keeps a process of the server's own account out", async () => {
    const brought = newFolder()
    const modules = bringPostgres(join(brought, 'node_modules'))
    const node = bringNode(brought)
    openForReading(brought)
    const folder = newFolder()
    const secrets = join(folder, 'secrets')
    const pg = await start(join(folder, 'pg'), fileSecrets(secrets).keep('POSTGRES_PASSWORD'))
    const file = join(secrets, 'postgres-password')
    const asServer = (program: string) =>
      spawnSync(node, ['-e', program], {
        uid: 65_534,
        gid: 65_534,
        cwd: '/',
        env: { NODE_PATH: modules },
        encoding: 'utf8',
      })
    const connect = (server: PostgresServer) =>
      `new (require('pg').Client)(${JSON.stringify(server)}).connect().then(() => { console.log('in'); process.exit() }, (error) => { console.log(error.message); process.exit() })`
    try {
      expect(readFileSync(`/proc/${pg.pid()}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s/m)
      expect(statSync(file)).toMatchObject({ uid: 0, mode: 0o100600 })
      expect(asServer(`require('node:fs').readFileSync(${JSON.stringify(file)})`).stderr).toContain('EACCES')
      // It reaches the socket: with the password it would be in.
      expect(asServer(connect(pg.admin)).stdout).toBe('in\n')
      expect(asServer(connect(without(pg.admin))).stdout).toMatch(REFUSED)
    } finally {
      await pg.stop()
    }
  })

  it('is readable by the account whose folder it lies in, when root made it', () => {
    const folder = newFolder()
    chownSync(folder, 1, 1)
    fileSecrets(join(folder, 'secrets')).keep('POSTGRES_PASSWORD')
    expect(statSync(join(folder, 'secrets'))).toMatchObject({ uid: 1, mode: 0o40700 })
    expect(statSync(join(folder, 'secrets/postgres-password'))).toMatchObject({ uid: 1, mode: 0o100600 })
  })
})
