import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs'
import { copyFile, cp, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'

import { fileSecrets, recoverEmbeddedPostgres, type PostgresServer } from '@balcao/platform'

import { DATA_FOLDER_MODE, makeFolder } from '../data-folder'
import { listArchives, listBases, readContent, type ArchiveFolder, type BaseBackup } from './archive-folder'
import { holdSending, tellAgain, type HeldSending } from './hold-sending'
import { listOlder } from './wal-names'

interface ProgramOptions {
  args: string[]
  /** Where the desk's data will be. */
  dataDir: string
  say(text: string): void
}

const USAGE = 'usage: node scripts/recover.mjs <BACKUP_DIR> [--to 2026-11-28T14:03:00-03:00]'

async function unpack(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  await pipeline(createReadStream(from), createGunzip(), createWriteStream(to, { mode: 0o600 }))
}

async function writeBase({ folder }: BaseBackup, target: string): Promise<void> {
  const { folders, files } = readContent(folder)
  for (const name of folders) await mkdir(path.join(target, name), { recursive: true, mode: 0o700 })
  for (const name of files) await unpack(path.join(folder, 'cluster', `${name}.gz`), path.join(target, name))
  await copyFile(path.join(folder, 'backup_label'), path.join(target, 'backup_label'))
}

const listWal = ({ wal }: ArchiveFolder): string[] =>
  readdirSync(wal)
    .filter((file) => !file.startsWith('.') && file.endsWith('.gz'))
    .map((file) => file.slice(0, -'.gz'.length))

async function writeWal(archive: ArchiveFolder, { firstSegment }: BaseBackup, target: string): Promise<void> {
  const names = listWal(archive)
  const older = new Set(listOlder(names, firstSegment))
  for (const name of names.filter((one) => !older.has(one)))
    await unpack(path.join(archive.wal, `${name}.gz`), path.join(target, name))
}

/* The newest that ended before the moment. @throws {Error} with one line where there is none */
function chooseBase(
  backupFolder: string,
  until: Date | undefined,
): { archive: ArchiveFolder; base: BaseBackup } {
  const [archive] = listArchives(backupFolder)
  const bases = archive ? listBases(archive) : []
  const base = bases.find(({ endedAt }) => !until || new Date(endedAt) <= until)
  if (archive && base) return { archive, base }
  const [oldest] = bases.slice(-1)
  throw new Error(
    oldest
      ? `the oldest moment to recover is ${oldest.endedAt}`
      : `there is no base backup in ${backupFolder}`,
  )
}

async function bringFile(from: string, to: string): Promise<void> {
  if (existsSync(from)) await cp(from, to, { recursive: true })
}

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  // Without a zone it would be the machine's, which need not be the writer's.
  const at = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? new Date(text) : new Date(NaN)
  if (Number.isNaN(at.getTime()))
    throw new Error(`not a time with its zone: ${text} (2026-11-28T14:03:00-03:00)`)
  return at
}

const describeHeld = ({ messages, campaigns, schedules }: HeldSending): string =>
  `Held, because they may have left already: ${messages} messages that waited, ${campaigns} campaigns (stopped), ${schedules} schedules (failed).`

/**
 * Recovers a single machine that has no data from its continuous backup: secrets, media, and the database up to its last archived WAL or
 * to a moment. Killed, it is run again.
 * @throws {Error} with one line for the operator
 */
export async function runRecoverProgram({ args, dataDir, say }: ProgramOptions): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: 'string' } },
  })
  const [backupFolder] = positionals
  if (!backupFolder || positionals.length > 1) throw new Error(USAGE)
  const until = readTime(values.to)
  const { archive, base } = chooseBase(path.resolve(backupFolder), until)
  const postgres = path.join(dataDir, 'postgres')
  if (existsSync(path.join(postgres, 'cluster')))
    throw new Error(`${postgres} is there already: move it away`)
  say(`Recovering from the base backup of ${base.beganAt} …`)
  const secrets = path.join(makeFolder(dataDir, DATA_FOLDER_MODE), 'secrets')
  await mkdir(secrets, { recursive: true, mode: 0o700 })
  await bringFile(path.join(base.folder, 'secrets'), secrets)
  await bringFile(archive.media, path.join(dataDir, 'media'))
  let held: HeldSending | undefined
  const recoveredTo = await recoverEmbeddedPostgres(
    { dataDir: postgres, password: fileSecrets(secrets).keep('POSTGRES_PASSWORD'), log: say },
    {
      writeBase: (target) => writeBase(base, target),
      writeWal: (target) => writeWal(archive, base, target),
      ...(until && { until }),
      finish: async (admin) => void (held = await holdSending(admin)),
    },
  )
  say(`The last transaction is of ${recoveredTo?.toISOString() ?? base.endedAt}.`)
  if (held) say(describeHeld(held))
  if (existsSync(path.join(base.folder, 'secrets.env')))
    say(`Give the desk the variables in ${path.join(base.folder, 'secrets.env')} before it starts.`)
}

const SETTLE_USAGE =
  'usage: node scripts/recover.mjs [--replay-minutes 60], with DATABASE_URL of a recovered database'

/**
 * Prepares a database that was recovered by its own means for its desk: holds back what may have left, and tells events again, for topics that are empty.
 * Run again before the desk starts, it changes nothing more.
 * @throws {Error} with one line for the operator
 */
export async function settleRecovered({
  args,
  server,
  say,
}: Pick<ProgramOptions, 'args' | 'say'> & { server: PostgresServer }): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'replay-minutes': { type: 'string', default: '0' } },
  })
  const minutes = Number(values['replay-minutes'])
  if (positionals.length > 0 || !(minutes >= 0)) throw new Error(SETTLE_USAGE)
  say(describeHeld(await holdSending(server)))
  if (minutes > 0) say(`${await tellAgain(server, minutes)} events are told again.`)
}
