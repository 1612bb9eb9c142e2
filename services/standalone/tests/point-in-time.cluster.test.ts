import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import type { MessagesPage, TicketView } from '@balcao/contracts'
import {
  createCaller,
  freePort,
  needsEngines,
  runProgram,
  startOwnEngine,
  temporaryFolder,
  waitFor,
  type Call,
  type OwnEngine,
} from '@balcao/testkit'
import { Client } from 'pg'

import { must } from './support/must'
import { readMessages } from './support/read-messages'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* The loss of the disk of a Postgres of our own, whose WAL barman-cloud archives in S3: recovered to the last WAL, or to a moment. */

const ROOT = path.join(__dirname, '../../..')
const NUMBER = '5511955554444'
const RECOVERED_WITHIN_MS = 120_000
/* Who Postgres runs as where the tests are root, with the right to reach its programs: as the scripts of ENGINES_DIR have it. */
const NOBODY = 65_534
const AS_NOBODY = [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=+dac_override',
]
const isRoot = process.getuid?.() === 0

needsEngines(
  'own postgres',
  'own s3',
  'barman-cloud-backup',
)('a database that is archived in S3', () => {
  let postgres: OwnEngine
  let s3: OwnEngine
  let folder: string
  let desk: SpawnedDesk | undefined
  let archive: Record<string, string>

  beforeAll(async () => {
    folder = await temporaryFolder('point-in-time')
    ;[postgres, s3] = await Promise.all([startOwnEngine('postgres'), startOwnEngine('s3')])
    archive = {
      BACKUP_URL: `s3://${s3.env['S3_BUCKET']}/postgres`,
      S3_ENDPOINT: s3.env['S3_ENDPOINT'] ?? '',
      AWS_ACCESS_KEY_ID: s3.env['S3_ACCESS_KEY'] ?? '',
      AWS_SECRET_ACCESS_KEY: s3.env['S3_SECRET_KEY'] ?? '',
      AWS_DEFAULT_REGION: s3.env['S3_REGION'] ?? '',
    }
    // Its archiver inherits them.
    Object.assign(process.env, archive)
    const { S3_ENDPOINT, BACKUP_URL } = archive
    await asSuperuser([
      'ALTER SYSTEM SET archive_mode = on',
      `ALTER SYSTEM SET archive_timeout = '60s'`,
      `ALTER SYSTEM SET archive_command = 'barman-cloud-wal-archive --gzip --endpoint-url ${S3_ENDPOINT} ${BACKUP_URL} desk %p'`,
    ])
    await postgres.kill()
    await postgres.start()
  })
  afterAll(async () => {
    await desk?.stop()
    for (const name of Object.keys(archive)) delete process.env[name]
    await Promise.all([postgres.remove(), s3.remove()])
    await rm(folder, { recursive: true, force: true })
  })

  async function asSuperuser<T extends object>(
    statements: readonly string[],
    database = 'postgres',
  ): Promise<T[]> {
    const client = new Client({ host: '127.0.0.1', port: postgres.port, user: 'postgres', database })
    await client.connect()
    try {
      let rows: T[] = []
      for (const statement of statements) rows = (await client.query<T>(statement)).rows
      return rows
    } finally {
      await client.end()
    }
  }

  const start = async (): Promise<SpawnedDesk> =>
    spawnDesk({
      dataDir: path.join(folder, 'data'),
      port: await freePort(),
      env: {
        DATABASE_URL: postgres.env['DATABASE_URL'] ?? '',
        DEMO: 'minimal',
        LOG_LEVEL: 'error',
        KAFKA_BROKERS: '',
        REDIS_URL: '',
        MONGO_URL: '',
        S3_BUCKET: '',
        S3_ENDPOINT: '',
      },
    })

  async function logIn(): Promise<Call> {
    const account = { email: 'admin@demo.local', password: 'balcao123' }
    const url = desk?.url ?? ''
    const { token } = await must<{ token: string }>(createCaller(url), 'POST', '/auth/login', account)
    return createCaller(url, token)
  }

  const fetchTicket = async (admin: Call): Promise<TicketView> => {
    const list = await must<{ tickets: TicketView[] }>(
      admin,
      'GET',
      `/tickets?showAll=true&searchParam=${NUMBER}`,
    )
    const [ticket] = list.tickets
    if (!ticket) throw new Error('no ticket yet')
    return ticket
  }

  const says = (admin: Call, body: string) =>
    must(admin, 'POST', '/simulator/inbound', {
      messages: [{ connection: 1, number: NUMBER, name: 'Ema', id: body.replaceAll(' ', '-'), body }],
    })

  /* Messages in both directions that the desk has taken, by their texts. */
  async function talk(admin: Call, ticketId: number, name: string): Promise<string[]> {
    const texts: string[] = []
    for (let index = 0; index < 10; index += 1) {
      const [inbound, outbound] = [`${name} in ${index}`, `${name} out ${index}`]
      await says(admin, inbound)
      await must(admin, 'POST', `/messages/${ticketId}`, { body: outbound })
      texts.push(inbound, outbound)
    }
    await waitFor(async () => (await readTexts(admin, ticketId)).includes(`${name} in 9`))
    return texts
  }

  async function readTexts(admin: Call, ticketId: number): Promise<string[]> {
    const messages = await readMessages(ticketId, (path) => must<MessagesPage>(admin, 'GET', path))
    return messages.map(({ body }) => body)
  }

  async function untilArchived(): Promise<void> {
    const [segment] = await asSuperuser<{ name: string }>(['SELECT pg_walfile_name(pg_switch_wal()) AS name'])
    await waitFor(async () => {
      const [row] = await asSuperuser<{ done: boolean }>([
        `SELECT last_archived_wal >= '${segment?.name}' AS done FROM pg_stat_archiver`,
      ])
      return row?.done
    }, RECOVERED_WITHIN_MS)
  }

  const barman = (program: string, ...args: string[]) =>
    promisify(execFile)(program, ['--endpoint-url', archive['S3_ENDPOINT'] ?? '', ...args])

  const backUp = () =>
    barman(
      'barman-cloud-backup',
      ...['--gzip', '--immediate-checkpoint', '-h', '127.0.0.1', '-p', String(postgres.port)],
      ...['-U', 'postgres', '-d', 'postgres', archive['BACKUP_URL'] ?? '', 'desk'],
    )

  async function loseDisk(): Promise<void> {
    await Promise.all([postgres.kill(), desk?.kill()])
    desk = undefined
    await rm(path.join(postgres.folder, 'pg'), { recursive: true, force: true })
  }

  const run = (program: readonly string[], env: Record<string, string> = {}) =>
    runProgram(program, { cwd: '/', env: { ...archive, ...env } })

  const script = (name: string) => path.join(ROOT, 'deploy/postgres', name)

  async function own(target: string): Promise<void> {
    for (const name of ['', ...(await readdir(target, { recursive: true }))])
      await chown(path.join(target, name), NOBODY, NOBODY)
  }

  async function recover(until?: string): Promise<void> {
    const target = path.join(postgres.folder, 'pg')
    await mkdir(target)
    const recovered = await run(
      [script('recover.sh'), target],
      until === undefined ? {} : { RECOVER_TO: until },
    )
    expect(recovered).toMatchObject({ code: 0 })
    if (isRoot) await own(target)
    await postgres.start()
    await waitFor(async () => {
      const [row] = await asSuperuser<{ busy: boolean }>(['SELECT pg_is_in_recovery() AS busy'])
      return row?.busy === false
    }, RECOVERED_WITHIN_MS)
  }

  it('comes back up to its last archived WAL, without a message twice, and to a moment', async () => {
    desk = await start()
    let admin = await logIn()
    await says(admin, 'bom dia')
    const { id: ticketId } = await waitFor(() => fetchTicket(admin))
    const { id: userId } = await must<{ id: number }>(admin, 'GET', '/auth/me')
    await must(admin, 'PUT', `/tickets/${ticketId}`, { status: 'open', userId })
    const [first] = await Promise.all([talk(admin, ticketId, 'antes'), backUp()])
    const [moment] = await asSuperuser<{ at: string }>(['SELECT clock_timestamp()::text AS at'])
    const second = await talk(admin, ticketId, 'depois')
    await untilArchived()
    const maybeLost = await talk(admin, ticketId, 'talvez')
    await loseDisk()

    await recover()
    const database = { DATABASE_URL: postgres.env['DATABASE_URL'] ?? '' }
    const settled = await run(
      [process.execPath, path.join(ROOT, 'scripts/recover.mjs'), '--replay-minutes', '60'],
      database,
    )
    expect(settled).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Held.*\n\d+ events are told again/s) as unknown,
    })
    desk = await start()
    admin = await logIn()
    await talk(admin, ticketId, 'de volta')
    const texts = await readTexts(admin, ticketId)
    expect(texts).toEqual(expect.arrayContaining(['bom dia', ...first, ...second]))
    expect(texts).toHaveLength(new Set(texts).size)
    const known = ['bom dia', ...first, ...second, ...maybeLost]
    expect(texts.filter((text) => !text.startsWith('de volta') && !known.includes(text))).toEqual([])
    const sent = await must<{ items: { body: string }[] }>(admin, 'GET', '/simulator/outbound?connection=1')
    const bodies = sent.items.map(({ body }) => body).filter((body) => /out \d$/.test(body))
    expect(bodies).toHaveLength(new Set(bodies).size)

    // A drill recovers the newest backup beside it, and touches nothing.
    const drills = path.join(folder, 'drills')
    await mkdir(drills)
    if (isRoot) await own(drills)
    await untilArchived()
    const [{ bin } = { bin: '' }] = await asSuperuser<{ bin: string }>([
      `SELECT setting AS bin FROM pg_config WHERE name = 'BINDIR'`,
    ])
    const drill = [...(isRoot ? AS_NOBODY : []), script('drill.sh'), drills]
    expect(await run(drill, { PG_BIN: bin })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/recovered in \d+ s: \d+ tickets of \d+ companies/) as unknown,
    })
    expect(await readdir(drills)).toEqual([])

    await loseDisk()
    await recover(moment?.at)
    const found = await asSuperuser<{ preview: string }>(
      [`SET app.scope = 'platform'`, 'SELECT preview FROM tickets.messages'],
      'balcao',
    )
    const previews = found.map(({ preview }) => preview)
    expect(previews).toEqual(expect.arrayContaining(first))
    expect(previews.filter((preview) => second.includes(preview))).toEqual([])

    await postgres.kill()
    const early = await run([script('recover.sh'), path.join(folder, 'early')], {
      RECOVER_TO: '2020-01-01 00:00:00+00',
    })
    expect(early).toMatchObject({
      code: 1,
      output: expect.stringContaining('no base backup ended before') as unknown,
    })
    await postgres.start()
  })
})
