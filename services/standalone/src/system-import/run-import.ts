import { AppError } from '@balcao/kernel'
import type { CompanyId } from '@balcao/contracts'

import type { DeskImports, ImportContext } from './import-context'
import { bringContacts, bringTicketlessContactTags } from './import-contacts'
import { bringConversations } from './import-conversations'
import {
  bringCampaigns,
  bringConnections,
  bringQueues,
  bringQuickMessages,
  bringSchedules,
  bringTags,
  bringUsers,
} from './import-desk-parts'
import { ImportLog } from './import-log'
import { assertSystemStopped, bringSessions } from './import-sessions'
import { bringSettings } from './import-settings'
import { buildReport, findUncounted, type KindReport } from './import-report'
import type { SourceFiles } from './source-files'
import type { ImportSource } from './source.port'

const MESSAGES_AT_ONCE = 2_000

export interface ImportOptions {
  companyId: CompanyId
  isDry: boolean
  files?: SourceFiles | undefined
  connectionNames?: ReadonlyMap<string, string>
  mailsResets?: boolean
  /** The other system is stopped: its numbers are linked here without a scan. */
  bringsSessions?: boolean
  makeUuid(): string
  now: Date
  messagesAtOnce?: number
  onProgress?: ImportContext['onProgress']
}

export interface ImportResult {
  /** Undefined of a dry run. */
  importId: number | undefined
  isRepeat: boolean
  report: KindReport[]
  /** What does not add up; empty when every record is accounted for. */
  faults: string[]
}

async function findAdministrator({ users }: DeskImports, companyId: CompanyId): Promise<number> {
  const known = await users.listUsers(companyId)
  const administrator = known.find(({ profile, active }) => profile === 'admin' && active)
  if (!administrator) throw new AppError('ERR_VALIDATION', { detail: 'the company has no administrator' })
  return administrator.id
}

async function requireNames(desk: DeskImports, companyId: CompanyId, names: ReadonlyMap<string, string>) {
  const known = (await desk.connections.list(companyId)).map(({ name }) => name)
  const missing = [...names.values()].filter((name) => !known.includes(name))
  if (missing.length > 0)
    throw new AppError('ERR_VALIDATION', { detail: `the company has no connection ${missing.join(', ')}` })
}

async function findDefaultConnection({
  connections,
  companyId,
  log,
}: ImportContext): Promise<number | undefined> {
  const known = await connections.list(companyId)
  const here = known.find(({ isDefault }) => isDefault) ?? known[0]
  return here?.id ?? log.rows('connection').find(({ outcome }) => outcome === 'made')?.ourId
}

async function bringAll(context: ImportContext, makeUuid: () => string): Promise<void> {
  await bringQueues(context)
  await bringUsers(context)
  await bringConnections(context)
  await bringTags(context)
  await bringQuickMessages(context)
  const contacts = await bringContacts(context, makeUuid)
  const fallbackConnection = await findDefaultConnection(context)
  await bringConversations(context, contacts, { makeUuid, fallbackConnection })
  await bringTicketlessContactTags(context)
  await bringSchedules(context, contacts.names)
  await bringCampaigns(context)
  await bringSettings(context)
}

async function mailResets({ users, log, companyId }: ImportContext): Promise<void> {
  const made = new Set(log.rows('user').flatMap(({ outcome, ourId }) => (outcome === 'made' ? [ourId] : [])))
  for (const user of await users.listUsers(companyId))
    if (made.has(user.id)) await users.mailReset(user.email)
}

/* What the tables hold now against what the log says was written. */
async function compareStored(context: ImportContext): Promise<string[]> {
  const { scope } = context.log
  if (!scope) return []
  const made = context.log.rows('ticket').filter(({ outcome }) => outcome === 'made')
  const logged = { tickets: made.length, messages: made.reduce((sum, { messages }) => sum + messages, 0) }
  const stored = await context.tickets.countStored(
    scope.companyId,
    made.map(({ ourId = 0 }) => ourId),
  )
  return stored.tickets === logged.tickets && stored.messages >= logged.messages
    ? []
    : [
        `the tables hold ${stored.tickets} tickets and ${stored.messages} messages, imported were ${logged.tickets} and ${logged.messages}`,
      ]
}

/**
 * Brings another system's records into a company, or says what it would bring. Goes on where a killed run stopped, and does
 * nothing again for one that is done.
 * @throws {AppError} ERR_VALIDATION with a sentence for the operator
 */
export async function runImport(
  desk: DeskImports,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const { companyId, isDry, connectionNames = new Map<string, string>() } = options
  await requireNames(desk, companyId, connectionNames)
  if (options.bringsSessions && !isDry) await assertSystemStopped(source)
  const known = isDry ? undefined : await desk.tickets.begin(companyId, source.key)
  const log = known
    ? await ImportLog.open(desk.tickets, { companyId, importId: known.id })
    : ImportLog.dry(desk.tickets)
  const context: ImportContext = {
    ...desk,
    companyId,
    source,
    log,
    files: options.files,
    connectionNames,
    judgedConnections: new Map(),
    administratorId: await findAdministrator(desk, companyId),
    now: options.now,
    messagesAtOnce: options.messagesAtOnce ?? MESSAGES_AT_ONCE,
    onProgress: options.onProgress ?? (() => undefined),
  }
  const wasDone = known?.status === 'done'
  if (!wasDone) await bringAll(context, options.makeUuid)
  // Also of an import that was done without them.
  const judged = options.bringsSessions ? await bringSessions(context) : 0
  const report = buildReport(log, await source.counts())
  const uncounted = wasDone
    ? []
    : findUncounted(report).map(({ kind, source: there }) => `${kind}: ${there} there, not all accounted for`)
  const faults = wasDone ? [] : [...uncounted, ...(await compareStored(context))]
  if (log.scope && !wasDone && faults.length === 0) {
    if (options.mailsResets) await mailResets(context)
    await desk.tickets.setStatus(log.scope, 'done')
  }
  return { importId: known?.id, isRepeat: wasDone && judged === 0, report, faults }
}
