import path from 'node:path'
import { parseArgs } from 'node:util'

import type { CompanyId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import {
  assertNoPendingMigrations,
  createMailer,
  createQuotaBlobStore,
  createRuntime,
  openEngines,
  primariesOf,
  unixSocketAddresses,
  type PostgresServer,
  type Runtime,
} from '@balcao/platform'

import { openMediaAccount } from '@balcao/billing/service'

import { allServices, readAllConfigs } from '../all-services'
import { readEnvironment } from '../config'
import { findSocketFolder } from '../data-folder'
import type { DeskImports } from './import-context'
import { writeReport } from './import-report'
import { openDeskImports } from './open-desk-imports'
import { sourceSystems } from './open-source'
import { runImport } from './run-import'
import { SourceFiles } from './source-files'
import type { ImportSource } from './source.port'
import { undoImport } from './undo-import'

const USAGE = `usage: npm run import -- --from ${Object.keys(sourceSystems).join('|')} --url postgres://… --company <id or name> [--dry-run]
  --source-company <id or name>     where the other system has several
  --connection "Theirs=Ours"        a connection that is here; may be repeated. Others go by name, or are made without a session
  --media <folder>                  the other system's public files
  --reset-mails                     mails every imported user a code to choose a password with
  --with-sessions                   links its numbers here without a scan; with --old-system-stopped, which says that it runs no more
  --accept-unknown                  goes on though tables have columns that the import does not know
or:    npm run import -- --company <id or name> --undo <import id>`

/** Messages of a second, with room for slower machines than bench/RESULTS.md has. */
const MESSAGES_PER_SECOND = 2_500
const PROGRESS_EVERY_MS = 5_000

const fail = (detail: string): never => {
  throw new AppError('ERR_VALIDATION', { detail })
}

const parse = (args: string[]) =>
  parseArgs({
    args,
    options: {
      from: { type: 'string' },
      url: { type: 'string' },
      company: { type: 'string' },
      'source-company': { type: 'string' },
      connection: { type: 'string', multiple: true, default: [] },
      media: { type: 'string' },
      undo: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'reset-mails': { type: 'boolean', default: false },
      'with-sessions': { type: 'boolean', default: false },
      'old-system-stopped': { type: 'boolean', default: false },
      'accept-unknown': { type: 'boolean', default: false },
    },
  }).values

type Arguments = ReturnType<typeof parse>

interface ProgramOptions {
  args: string[]
  /** The desk's database, as its owner. */
  server: PostgresServer
  roleSecret: string | undefined
  say(line: string): void
}

interface Opened {
  desk: DeskImports
  runtime: Runtime
  companyId: CompanyId
}

const toNames = (pairs: readonly string[]): Map<string, string> =>
  new Map(
    pairs.map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return at > 0
        ? [pair.slice(0, at), pair.slice(at + 1)]
        : fail(`--connection "${pair}" is not "Theirs=Ours"`)
    }),
  )

function assertKnown({ unknown }: ImportSource, isAccepted: boolean, say: (line: string) => void): void {
  if (unknown.length === 0) return
  const names = unknown.join(', ')
  if (!isAccepted)
    fail(`columns that this import does not know: ${names}. With --accept-unknown they are left unread`)
  say(`Not read: ${names}`)
}

function reportProgress(say: (line: string) => void, total: number) {
  const startedAt = performance.now()
  let saidAt = startedAt
  return ({ tickets, messages }: { tickets: number; messages: number }) => {
    const now = performance.now()
    if (now - saidAt < PROGRESS_EVERY_MS) return
    saidAt = now
    const perSecond = Math.round((messages * 1_000) / (now - startedAt))
    say(`${tickets} tickets, ${messages} of ${total} messages, ${perSecond} a second`)
  }
}

/* Counted in billing's account before they are written, as the desk's own are. */
async function openFiles({ runtime, companyId }: Opened, folder: string) {
  const account = openMediaAccount(runtime.portsFor('billing'))
  const ports = {
    ...runtime.portsFor('tickets'),
    blobs: createQuotaBlobStore(runtime.blobs, account.quota),
  }
  return {
    files: await SourceFiles.open(ports, path.resolve(folder), companyId),
    freeBytes: await account.readFree(companyId),
  }
}

const toMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`

/** @returns whether a dry run's files have room */
function reportFiles(
  { files: { totals }, freeBytes }: Awaited<ReturnType<typeof openFiles>>,
  isDry: boolean,
  say: (line: string) => void,
): boolean {
  const size = toMegabytes(totals.sizeBytes)
  say(
    `files         ${totals.found} ${isDry ? 'to import' : 'imported'}, ${size} · ${totals.missing} not in the folder`,
  )
  const hasRoom = !isDry || totals.sizeBytes <= freeBytes
  if (!hasRoom) say(`Does not fit: the plan leaves ${toMegabytes(freeBytes)} for files, they have ${size}`)
  return hasRoom
}

function assertStopped(args: Arguments): void {
  if (args['with-sessions'] && !args['dry-run'] && !args['old-system-stopped'])
    fail(
      'with --with-sessions the numbers move here: stop the other system for good, on every machine, then say so with --old-system-stopped. If it runs again, WhatsApp ends the session of both',
    )
}

async function bring(args: Arguments, opened: Opened, say: (line: string) => void): Promise<boolean> {
  const { desk, runtime, companyId } = opened
  const open = sourceSystems[args.from ?? '']
  if (!open || !args.url) throw new AppError('ERR_VALIDATION', { detail: USAGE })
  const source = await open({ url: args.url, company: args['source-company'] })
  const isDry = args['dry-run']
  const ports = runtime.portsFor('tickets')
  try {
    say(`Reading ${source.version}`)
    assertKnown(source, args['accept-unknown'], say)
    const { message } = await source.counts()
    const media = args.media ? await openFiles(opened, args.media) : undefined
    const result = await runImport(desk, source, {
      companyId,
      isDry,
      connectionNames: toNames(args.connection),
      mailsResets: args['reset-mails'],
      bringsSessions: args['with-sessions'],
      makeUuid: () => ports.ids.next(),
      now: ports.clock.now(),
      files: media?.files,
      onProgress: reportProgress(say, message),
    })
    if (result.isRepeat)
      say(`Import ${result.importId} is complete: nothing was done. Undo it to import again.`)
    for (const line of writeReport(result.report, isDry)) say(line)
    const hasRoom = media === undefined || reportFiles(media, isDry, say)
    if (isDry)
      say(`Nothing was written. It will take about ${Math.ceil(message / MESSAGES_PER_SECOND / 60)} min.`)
    else if (!result.isRepeat && result.faults.length === 0)
      say(`Import ${result.importId} is complete. Agents reload their pages to see it.`)
    for (const fault of result.faults) say(`Does not add up: ${fault}`)
    return hasRoom && result.faults.length === 0
  } finally {
    await source.close()
  }
}

async function undo(
  importId: string,
  { desk, companyId }: Opened,
  say: (line: string) => void,
): Promise<boolean> {
  const { deleted, kept } = await undoImport(desk, companyId, Number(importId))
  for (const [kind, count] of Object.entries(deleted))
    if (count > 0) say(`${kind.padEnd(13)} ${count} deleted`)
  for (const { kind, reason, ourIds } of kept)
    say(
      `${kind.padEnd(13)} ${ourIds.length} stay: ${reason} (${ourIds.slice(0, 10).join(', ')}${ourIds.length > 10 ? ', …' : ''})`,
    )
  return true
}

/** The command `npm run import`, beside the desk or without it. @returns whether everything adds up. @throws {AppError} with a line for the operator */
export async function runImportProgram({ args, server, roleSecret, say }: ProgramOptions): Promise<boolean> {
  const parsed = parse(args)
  if (!parsed.company) throw new AppError('ERR_VALIDATION', { detail: USAGE })
  assertStopped(parsed)
  const { standalone, services } = readAllConfigs(readEnvironment())
  const runtime = createRuntime({
    postgres: server,
    morePrimaries: standalone.morePrimaries,
    ...(roleSecret === undefined ? {} : { roleSecret }),
    owner: 'import',
    rpc: unixSocketAddresses(findSocketFolder(standalone.dataDir)),
    engines: openEngines({
      settings: standalone.engines,
      clientName: 'balcao-import',
      mediaFolder: path.join(standalone.dataDir, 'media'),
      mediaReserveBytes: standalone.http.uploadLimits.reserveBytes,
      rateLimitFactor: 0,
    }),
    mailer: createMailer(standalone.mail, () => undefined),
    mediaSecret: standalone.mediaSecret,
    poolSize: 2,
  })
  try {
    for (const { name, migrations } of allServices(services, runtime.portsFor))
      for (const primary of primariesOf(runtime, name))
        await assertNoPendingMigrations([migrations], primary.server)
    const desk = openDeskImports(services, runtime.portsFor)
    const company = await desk.users.findCompany(parsed.company)
    if (!company) throw new AppError('ERR_VALIDATION', { detail: `there is no company ${parsed.company}` })
    say(`Company ${company.id}: ${company.name}`)
    const opened = { desk, runtime, companyId: company.id }
    const isWhole =
      parsed.undo === undefined ? await bring(parsed, opened, say) : await undo(parsed.undo, opened, say)
    await desk.tickets.close()
    return isWhole
  } finally {
    await runtime.close()
  }
}
