import { defaultBusinessHours, queueId, userId, type CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { Clock, Database, EventLog, Ids, Tx } from '@balcao/kernel'

import {
  colorKey,
  nameKey,
  queueChanged,
  queueOptionsChanged,
  type QueueOptionStore,
  type QueueStore,
} from '../queues'
import { quickMessageChanged, type QuickMessageStore } from '../quick-messages'
import type { TagStore } from '../tags'
import type { ImportedKind, ImportRow, SystemImportStore } from './system-import.store'

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

interface Outcome {
  outcome: 'made' | 'joined'
  ourId: number
}

/* One transaction: the records in order, and what became of each. */
async function importAll<R extends { sourceId: string }>(
  deps: DeskPartsDeps,
  { companyId, importId }: ImportScope,
  { kind, records }: { kind: ImportedKind; records: readonly R[] },
  put: (tx: Tx, record: R) => Promise<Outcome>,
): Promise<ImportRow[]> {
  if (records.length === 0) return []
  return deps.db.withTenant(companyId, async (tx) => {
    await deps.queues.lockCompany(tx, companyId)
    const rows: ImportRow[] = []
    for (const record of records) {
      const outcome = await put(tx, record)
      rows.push({ kind, sourceId: record.sourceId, reason: '', messages: 0, ...outcome })
    }
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
  importAll(deps, scope, { kind: 'queue', records }, async (tx, record) => {
    const { companyId } = scope
    const known = await deps.queues.list(tx, companyId)
    const there = known.find(({ name }) => nameKey(name) === nameKey(record.name))
    if (there) return { outcome: 'joined', ourId: there.id }
    const queue = await deps.queues.insert(tx, companyId, {
      name: record.name,
      color: chooseColor(known, record.color),
      greetingMessage: record.greetingMessage,
      outOfHoursMessage: record.outOfHoursMessage,
      orderQueue: known.length + 1,
      schedules: [...defaultBusinessHours],
      promptId: undefined,
      integrationId: undefined,
      timeZone: undefined,
      media: undefined,
    })
    await deps.events.append(tx, [queueChanged(deps, companyId, queue)])
    return { outcome: 'made', ourId: queue.id }
  })

/** Options of made queues, in the order given. */
export async function importQueueOptions(
  deps: DeskPartsDeps,
  scope: ImportScope,
  records: readonly ImportedQueueOption[],
): Promise<ImportRow[]> {
  const made = new Map<string, number>()
  const positions = new Map<string, number>()
  return importAll(deps, scope, { kind: 'queueOption', records }, async (tx, record) => {
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
    return { outcome: 'made', ourId: option.id }
  })
}

export const importTags = (deps: DeskPartsDeps, scope: ImportScope, records: readonly ImportedTag[]) =>
  importAll(deps, scope, { kind: 'tag', records }, async (tx, { name, color, kanban }) => {
    const wanted = { name, color, kanban, userId: undefined }
    const { tag, created } = await deps.tags.findOrCreate(tx, scope.companyId, wanted)
    if (created)
      await deps.events.append(tx, [
        deskEvent(deps, scope.companyId, orderingKeys.tag(tag.id), 'tagChanged', { tag, created }),
      ])
    return { outcome: created ? 'made' : 'joined', ourId: tag.id }
  })

/** Their shortcodes must be free. */
export const importQuickMessages = (
  deps: DeskPartsDeps,
  scope: ImportScope,
  records: readonly ImportedQuickMessage[],
) =>
  importAll(deps, scope, { kind: 'quickMessage', records }, async (tx, record) => {
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
    return { outcome: 'made', ourId: quickMessage.id }
  })
