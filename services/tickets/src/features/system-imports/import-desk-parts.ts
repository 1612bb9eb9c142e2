import { queueId, userId, type BusinessHoursView, type CompanyId } from '@balcao/contracts'
import type { Clock, Database, EventLog, Ids, Tx } from '@balcao/kernel'

import {
  colorKey,
  nameKey,
  queueChanged,
  queueOptionsChanged,
  readQueueFields,
  type QueueOptionStore,
  type QueueStore,
} from '../queues'
import { quickMessageChanged, type QuickMessageStore } from '../quick-messages'
import { findOrCreateTag, type TagStore } from '../tags'
import { joinedRow, madeRow } from './import-row'
import type { ImportRow, SystemImportStore } from './system-import.store'

export interface ImportScope {
  companyId: CompanyId
  importId: number
}

export interface DeskPartsDeps {
  db: Database
  events: EventLog
  ids: Ids
  clock: Clock
  systemImports: SystemImportStore
  queues: QueueStore
  queueOptions: QueueOptionStore
  quickMessages: QuickMessageStore
  tags: TagStore
}

export interface ImportedQueue {
  sourceId: string
  name: string
  color: string
  greetingMessage: string
  outOfHoursMessage: string
  /** Undefined: as a new queue has. */
  schedules: BusinessHoursView[] | undefined
  timeZone: string | undefined
  /** How its hours differ from what they were; '' when they do not. */
  change: string
}

export interface ImportedQueueOption {
  sourceId: string
  queueId: number
  /** Of the other system; its parent comes before it. */
  parentSourceId: string | undefined
  title: string
  message: string
}

export interface ImportedTag {
  sourceId: string
  name: string
  color: string
  kanban: 0 | 1
}

export interface ImportedQuickMessage {
  sourceId: string
  userId: number
  shortcode: string
  message: string
  isCompanyWide: boolean
}

/* One transaction: the records in order, and what became of each. */
async function importAll<R extends { sourceId: string }>(
  deps: DeskPartsDeps,
  { companyId, importId }: ImportScope,
  records: readonly R[],
  put: (tx: Tx, record: R) => Promise<ImportRow>,
): Promise<ImportRow[]> {
  if (records.length === 0) return []
  return deps.db.withTenant(companyId, async (tx) => {
    deps.queues.lockCompany(tx, companyId)
    const rows: ImportRow[] = []
    for (const record of records) rows.push(await put(tx, record))
    await deps.systemImports.add(tx, companyId, importId, rows)
    return rows
  })
}

/* Each queue of a company has a colour of its own. */
function chooseColor(taken: readonly { color: string }[], wanted: string): string {
  const keys = new Set(taken.map(({ color }) => colorKey(color)))
  const isColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(wanted)
  for (
    let shade = isColor ? Number.parseInt(colorKey(wanted), 16) : 0x1565c0;
    ;
    shade = (shade + 0x10101) % 0x1000000
  ) {
    const color = `#${shade.toString(16).padStart(6, '0')}`
    if (!keys.has(colorKey(color))) return color
  }
}

/** Makes the queues whose names are not here, behind those that are. */
export const importQueues = (deps: DeskPartsDeps, scope: ImportScope, records: readonly ImportedQueue[]) =>
  importAll(deps, scope, records, async (tx, record) => {
    const { companyId } = scope
    const known = await deps.queues.list(tx, companyId)
    const there = known.find(({ name }) => nameKey(name) === nameKey(record.name))
    if (there) return joinedRow('queue', record.sourceId, there.id)
    const { name, greetingMessage, outOfHoursMessage, schedules, timeZone } = record
    const color = chooseColor(known, record.color)
    const orderQueue = known.length + 1
    const queue = await deps.queues.insert(
      tx,
      companyId,
      readQueueFields({
        name,
        color,
        greetingMessage,
        outOfHoursMessage,
        orderQueue,
        ...(schedules && { schedules }),
        ...(timeZone !== undefined && { timeZone }),
      }),
    )
    await deps.events.append(tx, [queueChanged(deps, companyId, queue)])
    return { ...madeRow('queue', record.sourceId, queue.id), reason: record.change }
  })

/** Options of made queues, in the order given. */
export async function importQueueOptions(
  deps: DeskPartsDeps,
  scope: ImportScope,
  records: readonly ImportedQueueOption[],
): Promise<ImportRow[]> {
  const made = new Map<string, number>()
  const positions = new Map<string, number>()
  return importAll(deps, scope, records, async (tx, record) => {
    const siblings = `${record.queueId}:${record.parentSourceId ?? ''}`
    const position = (positions.get(siblings) ?? 0) + 1
    positions.set(siblings, position)
    const option = await deps.queueOptions.insert(tx, {
      companyId: scope.companyId,
      queueId: record.queueId,
      parentId: record.parentSourceId === undefined ? undefined : made.get(record.parentSourceId),
      title: record.title,
      message: record.message,
      position,
      media: undefined,
    })
    made.set(record.sourceId, option.id)
    if (position === 1 && record.parentSourceId === undefined)
      await deps.events.append(tx, [queueOptionsChanged(deps, scope.companyId, queueId(record.queueId))])
    return madeRow('queueOption', record.sourceId, option.id)
  })
}

export const importTags = (deps: DeskPartsDeps, scope: ImportScope, records: readonly ImportedTag[]) =>
  importAll(deps, scope, records, async (tx, { sourceId, name, color, kanban }) => {
    const wanted = { name, color, kanban, userId: undefined }
    const { tag, created } = await findOrCreateTag(deps, tx, scope.companyId, wanted)
    return (created ? madeRow : joinedRow)('tag', sourceId, tag.id)
  })

/** Their shortcodes must be free. */
export const importQuickMessages = (
  deps: DeskPartsDeps,
  scope: ImportScope,
  records: readonly ImportedQuickMessage[],
) =>
  importAll(deps, scope, records, async (tx, record) => {
    const quickMessage = await deps.quickMessages.insert(tx, {
      companyId: scope.companyId,
      userId: userId(record.userId),
      shortcode: record.shortcode,
      message: record.message,
      isCompanyWide: record.isCompanyWide,
      isActive: true,
      media: null,
    })
    await deps.events.append(tx, [quickMessageChanged(deps, quickMessage, undefined)])
    return madeRow('quickMessage', record.sourceId, quickMessage.id)
  })
