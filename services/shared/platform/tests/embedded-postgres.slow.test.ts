import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

import { parsePostgresUrl, startEmbeddedPostgres, type PostgresServer } from '@balcao/platform'
import { waitFor, watchChild } from '@balcao/testkit'
import { transformFileSync } from '@swc/core'
import { Client } from 'pg'

import { asOtherAccount, bringNode, bringPostgres, openFolder, openForReading } from './other-account'

// Each start is a second or two of real work.
const isRoot = process.getuid?.() === 0
const repository = resolve(__dirname, '../../../..')
const modules = join(repository, 'node_modules')
const made: string[] = []
const children = new Set<ChildProcess>()

const newFolder = () => {
  const folder = openFolder('embedded')
  made.push(folder)
  return folder
}

/** The launcher as plain JavaScript, for processes that a test can kill or run as another account. */
const compiled = newFolder()
const sources = join(repository, 'services/shared/platform/src/postgres')
for (const file of [
  'embedded-cluster.ts',
  'postgres-server.ts',
  ...readdirSync(join(sources, 'embedded')).map((name) => `embedded/${name}`),
]) {
  const { code } = transformFileSync(join(sources, file), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  })
  const target = join(compiled, file.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, code)
}
writeFileSync(
  join(compiled, 'main.js'),
  `require('./embedded-cluster').startEmbeddedPostgres({ dataDir: process.argv[2] }).then((pg) => {
     process.on('SIGTERM', () => pg.stop().then(() => process.exit(0)))
     console.log(JSON.stringify({ pid: pg.pid(), url: pg.adminUrl }))
     setInterval(() => undefined, 1000)
   }, (error) => { console.log(JSON.stringify({ error: error.message })); process.exit(1) })`,
)
openForReading(compiled)

interface Started {
  process: ChildProcess
  pid: number
  server: PostgresServer
}

interface How {
  uid?: number
  modules?: string
  node?: string
  /** TMPDIR. */
  temporary?: string
}

async function startInChild(dataDir: string, how: How = {}): Promise<Started> {
  const account = how.uid === undefined ? {} : { uid: how.uid, gid: how.uid }
  const child = spawn(how.node ?? process.execPath, [join(compiled, 'main.js'), dataDir], {
    ...account,
    cwd: '/',
    env: {
      NODE_PATH: how.modules ?? modules,
      PATH: process.env['PATH'],
      ...(how.temporary === undefined ? {} : { TMPDIR: how.temporary }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { waitForOutput } = watchChild(child)
  children.add(child)
  child.on('exit', () => children.delete(child))
  const [line] = await waitForOutput(/^\{.*\}$/m)
  const answer: { pid: number; url: string; error?: string } = JSON.parse(line)
  if (answer.error) throw new Error(answer.error)
  return { process: child, pid: answer.pid, server: parsePostgresUrl(answer.url) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

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
/** A zombie has ended: in a container it may never be reaped. */
function isRunning(pid: number): boolean {
  if (existsSync('/proc/self/stat'))
    return existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return spawnSync('kill', ['-0', String(pid)]).status === 0
}
const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, durable: false })

afterAll(async () => {
  for (const child of children) await end(child, 'SIGTERM')
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

describe('the built-in Postgres', () => {
  const folder = newFolder()
  const dataDir = join(folder, 'data/postgres')

  it('keeps its data between starts and leaves no process behind', async () => {
    const first = await start(dataDir)
    await sql(first.admin, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('still here')")
    await first.stop()
    await first.stop()
    await waitFor(() => !isRunning(first.pid()))
    const second = await start(dataDir)
    expect(await sql(second.admin, 'SELECT word FROM kept')).toEqual([{ word: 'still here' }])
    await second.stop()
  })

  it('is reached over a private socket only and flushes what it commits', async () => {
    const pg = await startEmbeddedPostgres({ dataDir })
    expect(
      await sql(
        pg.admin,
        "SELECT current_setting('listen_addresses') AS tcp, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS sync",
      ),
    ).toEqual([{ tcp: '', fsync: 'on', sync: 'on' }])
    expect(statSync(pg.admin.host).mode & 0o777).toBe(0o700)
    await pg.stop()
  })

  it('takes over the server that a killed process left running, and stops it at the end', async () => {
    const killed = await startInChild(dataDir)
    await end(killed.process, 'SIGKILL')
    expect(isRunning(killed.pid)).toBe(true)
    const pg = await start(dataDir)
    expect(pg.pid()).toBe(killed.pid)
    expect(await sql(pg.admin, 'SELECT word FROM kept')).toEqual([{ word: 'still here' }])
    await pg.stop()
    await waitFor(() => !isRunning(killed.pid))
  })

  it('does not take over one that trusts every connection when a password is required', async () => {
    const killed = await startInChild(dataDir)
    await end(killed.process, 'SIGKILL')
    const password = 'a password of this test, 32 letters'
    const pg = await startEmbeddedPostgres({ dataDir, durable: false, password })
    expect(isRunning(killed.pid)).toBe(false)
    const { password: _password, ...stranger } = pg.admin
    await expect(sql(stranger, 'SELECT 1')).rejects.toThrow(/password/)
    expect(await sql(pg.admin, 'SELECT word FROM kept')).toEqual([{ word: 'still here' }])
    await pg.stop()
  })

  it('starts after node and Postgres were both killed', async () => {
    const killed = await startInChild(dataDir)
    await sql(killed.server, "INSERT INTO kept VALUES ('committed')")
    await end(killed.process, 'SIGKILL')
    process.kill(killed.pid, 'SIGKILL')
    const pg = await start(dataDir)
    expect(pg.pid()).not.toBe(killed.pid)
    expect(await sql(pg.admin, 'SELECT word FROM kept')).toEqual([
      { word: 'still here' },
      { word: 'committed' },
    ])
    await pg.stop()
  })

  it('ignores a stale process id that belongs to another program by now', async () => {
    const stranger = spawn('sleep', ['60'], isRoot ? { uid: 65_534, gid: 65_534 } : {})
    const lines = [
      String(stranger.pid),
      join(dataDir, 'cluster'),
      '1700000000',
      '5432',
      join(dataDir, 'run'),
      '',
      '        1         0',
      'ready   ',
      '',
    ]
    const file = join(dataDir, 'cluster/postmaster.pid')
    writeFileSync(file, lines.join('\n'))
    const owner = statSync(join(dataDir, 'cluster'))
    chownSync(file, owner.uid, owner.gid)
    const pg = await start(dataDir)
    expect(await sql(pg.admin, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 2 }])
    await pg.stop()
    expect(stranger.exitCode).toBeNull()
    stranger.kill()
  })

  it('starts again by itself when it is killed under us, at the same place', async () => {
    const pg = await start(dataDir)
    const before = pg.pid()
    process.kill(before, 'SIGKILL')
    await waitFor(() => pg.pid() !== before)
    expect(await sql(pg.admin, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 2 }])
    await pg.stop()
    await waitFor(() => !isRunning(pg.pid()))
  })

  it('serves one of two starts at the same moment, and tells the other who has the folder', async () => {
    const fresh = join(newFolder(), 'pg')
    const starts = await Promise.allSettled([startInChild(fresh), startInChild(fresh)])
    const won = starts.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const lost = starts.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    expect(won).toHaveLength(1)
    expect(lost).toEqual([
      expect.stringMatching(/^Error: Process \d+ is already running on .*pg\. Stop it, or set DATA_DIR/),
    ])
    for (const { process: child, server, pid } of won) {
      expect(await sql(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      await end(child, 'SIGTERM')
      await waitFor(() => !isRunning(pid))
    }
  })

  it('begins anew after its first start was cut short', async () => {
    const fresh = join(newFolder(), 'pg')
    mkdirSync(join(fresh, 'cluster.4711'), { recursive: true })
    writeFileSync(join(fresh, 'cluster.4711/PG_VERSION'), '18')
    const pg = await start(fresh)
    expect(readdirSync(fresh)).not.toContain('cluster.4711')
    await pg.stop()
  })

  it('says why it did not start, not why an earlier start did not', async () => {
    const broken = join(newFolder(), 'pg')
    await (await start(broken)).stop()
    appendFileSync(join(broken, 'postgres.log'), 'FATAL:  the reason of another day\n')
    rmSync(join(broken, 'cluster/global/pg_control'))
    await expect(start(broken)).rejects.toThrow(/^Postgres did not start: .*pg_control/)
  })

  it('finds a short place for its socket when the folder is deep', async () => {
    const deep = join(newFolder(), 'a-folder-with-a-long-name/'.repeat(5), 'pg')
    const pg = await start(deep)
    expect(pg.admin.host.length).toBeLessThan(92)
    expect(await sql(pg.admin, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await pg.stop()
    expect(existsSync(pg.admin.host)).toBe(false)
  })

  it('says in one line that the folder cannot be written', async () => {
    const file = join(newFolder(), 'a-file')
    writeFileSync(file, '')
    const message = await start(join(file, 'pg')).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(message).toMatch(/^Cannot write to .*a-file\/pg \(ENOTDIR\)\. Set DATA_DIR/)
    expect(message).not.toContain('\n')
  })
})

asOtherAccount('the built-in Postgres, started by root', () => {
  it('does not run as root', async () => {
    const pg = await start(join(newFolder(), 'pg'))
    expect(readFileSync(`/proc/${pg.pid()}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s/m)
    await pg.stop()
  })

  it('works below a folder that only root may enter, programs included', async () => {
    // 0700 by itself.
    const privateFolder = mkdtempSync(join(newFolder(), 'private-'))
    const clone = bringPostgres(join(privateFolder, 'node_modules'))
    const dataDir = join(privateFolder, 'data/postgres')
    const first = await startInChild(dataDir, { modules: clone })
    await sql(first.server, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('in the cellar')")
    await end(first.process, 'SIGTERM')
    const moved = readFileSync(join(dataDir, 'moved-to'), 'utf8').trim()
    made.push(moved)
    expect(statSync(dirname(moved)).uid).toBe(0)
    expect(statSync(join(moved, 'cluster')).mode & 0o777).toBe(0o700)

    const second = await startInChild(dataDir, { modules: clone })
    expect(await sql(second.server, 'SELECT word FROM kept')).toEqual([{ word: 'in the cellar' }])
    await end(second.process, 'SIGKILL')
    const third = await startInChild(dataDir, { modules: clone })
    expect(third.pid).toBe(second.pid)
    await end(third.process, 'SIGTERM')
    await waitFor(() => !isRunning(third.pid))

    rmSync(moved, { recursive: true })
    await expect(startInChild(dataDir, { modules: clone })).rejects.toThrow(
      new RegExp(`moved-to says the database is in .*${basename(moved)}, which is gone`),
    )
  })

  it('finds a place for its socket when the folder is deep and the temporary one only for root', async () => {
    const folder = newFolder()
    const temporary = join(folder, 'tmp')
    mkdirSync(temporary, { mode: 0o700 })
    const deep = join(folder, 'a-folder-with-a-long-name/'.repeat(5), 'pg')
    const running = await startInChild(deep, { temporary })
    expect(await sql(running.server, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(running.server.host).not.toContain(temporary)
    await end(running.process, 'SIGTERM')
    expect(existsSync(running.server.host)).toBe(false)
  })

  it("leaves an ordinary user's data to that user, also when root starts", async () => {
    const folder = newFolder()
    chownSync(folder, 1, 1)
    const dataDir = join(folder, 'pg')
    const brought = newFolder()
    const programs = { node: bringNode(brought), modules: bringPostgres(join(brought, 'node_modules')) }
    openForReading(brought)
    const first = await startInChild(dataDir, { uid: 1, ...programs })
    await sql(first.server, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('mine')")
    await end(first.process, 'SIGTERM')
    const byRoot = await start(dataDir)
    expect(readFileSync(`/proc/${byRoot.pid()}/status`, 'utf8')).toMatch(/^Uid:\s+1\s/m)
    await byRoot.stop()
    const again = await startInChild(dataDir, { uid: 1, ...programs })
    expect(await sql(again.server, 'SELECT word FROM kept')).toEqual([{ word: 'mine' }])
    await end(again.process, 'SIGTERM')
    await expect(startInChild(dataDir, { uid: 2, ...programs })).rejects.toThrow(
      /^(Cannot write to|.* belongs to user id 1)/,
    )
  })
})
