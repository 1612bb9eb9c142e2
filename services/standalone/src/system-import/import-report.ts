import { importedKinds, type ImportedKind, type ImportRow } from '@balcao/tickets/service'

import type { ImportLog } from './import-log'
import type { SourceCounts } from './source.port'

/** Of one kind of records. */
export interface KindReport {
  kind: ImportedKind
  /** As the other system counts them. */
  source: number
  made: number
  joined: number
  skipped: readonly { reason: string; count: number; ids: readonly string[] }[]
  /** Brought, but not as they were. */
  changed: readonly { reason: string; count: number; ids: readonly string[] }[]
}

const MOST_IDS = 10

function groupByReason(rows: readonly ImportRow[]) {
  const groups = new Map<string, { reason: string; count: number; ids: string[] }>()
  for (const { reason, sourceId } of rows) {
    const group = groups.get(reason) ?? { reason, count: 0, ids: [] }
    groups.set(reason, group)
    group.count += 1
    if (group.ids.length < MOST_IDS) group.ids.push(sourceId)
  }
  return [...groups.values()]
}

function reportMessages(log: ImportLog): Omit<KindReport, 'source' | 'kind'> {
  const tickets = log.rows('ticket')
  const sum = (rows: readonly ImportRow[]) => rows.reduce((total, { messages }) => total + messages, 0)
  const lost = tickets.filter(({ outcome, messages }) => outcome === 'skipped' && messages > 0)
  const ofTickets = {
    reason: 'its ticket was not brought',
    count: sum(lost),
    ids: lost.slice(0, MOST_IDS).map(({ sourceId }) => `${sourceId}/*`),
  }
  return {
    made: sum(tickets.filter(({ outcome }) => outcome === 'made')),
    joined: 0,
    skipped: [...groupByReason(log.rows('message')), ...(ofTickets.count > 0 ? [ofTickets] : [])],
    changed: [],
  }
}

function reportKind(log: ImportLog, kind: ImportedKind): Omit<KindReport, 'source' | 'kind'> {
  if (kind === 'message') return reportMessages(log)
  const rows = log.rows(kind)
  const made = rows.filter(({ outcome }) => outcome === 'made')
  return {
    made: made.length,
    joined: rows.filter(({ outcome }) => outcome === 'joined').length,
    skipped: groupByReason(rows.filter(({ outcome }) => outcome === 'skipped')),
    changed: groupByReason(made.filter(({ reason }) => reason !== '')),
  }
}

const countSkipped = ({ skipped }: Pick<KindReport, 'skipped'>): number =>
  skipped.reduce((total, { count }) => total + count, 0)

/** What became of every record, by kind. What has no count of its own there is counted as it was read. */
export const buildReport = (log: ImportLog, counts: SourceCounts): KindReport[] =>
  importedKinds.map((kind) => {
    const report = reportKind(log, kind)
    const read = report.made + report.joined + countSkipped(report)
    return { kind, source: kind in counts ? counts[kind as keyof SourceCounts] : read, ...report }
  })

/** Kinds whose records are not all accounted for. */
export const findUncounted = (report: readonly KindReport[]): KindReport[] =>
  report.filter((kind) => kind.source !== kind.made + kind.joined + countSkipped(kind))

const toLine = ({ reason, count, ids }: KindReport['skipped'][number]): string =>
  `${count} × ${reason} (${ids.join(', ')}${count > ids.length ? ', …' : ''})`

/** The report as lines of text. */
export function writeReport(report: readonly KindReport[], isDry: boolean): string[] {
  const verb = isDry ? 'to import' : 'imported'
  return report
    .filter(({ source }) => source > 0)
    .flatMap((kind) => [
      `${kind.kind.padEnd(13)} ${String(kind.source).padStart(9)} there · ${kind.made} ${verb} · ${kind.joined} here already · ${countSkipped(kind)} left out`,
      ...kind.skipped.map((group) => `    left out: ${toLine(group)}`),
      ...kind.changed.map((group) => `    changed:  ${toLine(group)}`),
    ])
}
