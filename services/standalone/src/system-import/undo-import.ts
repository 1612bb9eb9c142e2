import { AppError } from '@balcao/kernel'
import type { CompanyId } from '@balcao/contracts'

import type { ImportedKind, ImportRow, ImportScope } from '@balcao/tickets/service'

import type { DeskImports } from './import-context'
import { ImportLog } from './import-log'

const TICKETS_AT_ONCE = 200

/** What goes with its ticket. */
const PARTS = ['note', 'rating', 'contactTag'] as const

export interface UndoReport {
  deleted: Partial<Record<ImportedKind, number>>
  /** What stays, by kind and reason. */
  kept: { kind: ImportedKind; reason: string; ourIds: number[] }[]
}

class Undo {
  private readonly report: UndoReport = { deleted: {}, kept: [] }

  constructor(
    private readonly desk: DeskImports,
    private readonly scope: ImportScope,
    private readonly log: ImportLog,
    private readonly startedAt: Date,
  ) {}

  private made(kind: ImportedKind): ImportRow[] {
    return this.log.rows(kind).filter(({ outcome }) => outcome === 'made')
  }

  private count(kind: ImportedKind, deleted: number): void {
    this.report.deleted[kind] = (this.report.deleted[kind] ?? 0) + deleted
  }

  private keep(kind: ImportedKind, reason: string, rows: readonly ImportRow[]): void {
    if (rows.length > 0) this.report.kept.push({ kind, reason, ourIds: rows.map(({ ourId = 0 }) => ourId) })
  }

  /* One by one: each is a change of another service. */
  private async each(
    kind: ImportedKind,
    rows: readonly ImportRow[],
    remove: (id: number) => Promise<boolean>,
  ) {
    const kept: ImportRow[] = []
    for (const row of rows) {
      if (!(await remove(row.ourId ?? 0))) {
        kept.push(row)
        continue
      }
      await this.desk.tickets.removeRows(this.scope, [row])
      this.count(kind, 1)
    }
    return kept
  }

  private async schedules(): Promise<void> {
    const { companyId } = this.scope
    const kept = await this.each('schedule', this.made('schedule'), (id) =>
      this.desk.schedules.deleteUnsent(companyId, id),
    )
    this.keep('schedule', 'it was sent or changed since', kept)
  }

  private async campaigns(): Promise<void> {
    const { companyId } = this.scope
    const kept = await this.each('campaign', this.made('campaign'), (id) =>
      this.desk.campaigns.deleteFinished(companyId, id),
    )
    this.keep('campaign', 'it was changed since', kept)
  }

  private async tickets(): Promise<void> {
    const rows = this.made('ticket')
    const parts = new Map<number | undefined, ImportRow[]>()
    for (const part of PARTS.flatMap((kind) => this.made(kind))) {
      const ofTicket = parts.get(part.ourId) ?? []
      parts.set(part.ourId, ofTicket)
      ofTicket.push(part)
    }
    for (let from = 0; from < rows.length; from += TICKETS_AT_ONCE) {
      const part = rows.slice(from, from + TICKETS_AT_ONCE)
      const whole = part.flatMap((row) => [row, ...(parts.get(row.ourId) ?? [])])
      const gone = await this.desk.tickets.deleteTickets(this.scope, whole)
      const ids = new Set(gone.map(({ ourId }) => ourId))
      this.count('ticket', ids.size)
      for (const own of PARTS) this.count(own, gone.filter(({ kind }) => kind === own).length)
      this.count(
        'message',
        gone.reduce((sum, { messages }) => sum + messages, 0),
      )
      this.keep(
        'ticket',
        'it went on since',
        part.filter(({ ourId }) => !ids.has(ourId)),
      )
    }
  }

  private async contacts(): Promise<void> {
    const rows = this.made('contact')
    for (let from = 0; from < rows.length; from += TICKETS_AT_ONCE) {
      const part = rows.slice(from, from + TICKETS_AT_ONCE)
      const ids = part.map(({ ourId = 0 }) => ourId)
      const scheduled = await this.desk.schedules.listScheduled(this.scope.companyId, ids)
      const unscheduled = part.filter(({ ourId = 0 }) => !scheduled.has(ourId))
      const gone = new Set(
        (await this.desk.tickets.deleteContacts(this.scope, unscheduled)).map(({ ourId }) => ourId),
      )
      this.count('contact', gone.size)
      this.keep(
        'contact',
        'it has tickets, schedules or merges',
        part.filter(({ ourId }) => !gone.has(ourId)),
      )
    }
  }

  private async unused(
    kind: 'tag' | 'queue' | 'user' | 'connection',
    remove: (id: number) => Promise<boolean>,
    alsoUsed: ReadonlySet<number> = new Set(),
  ): Promise<void> {
    const rows = this.made(kind)
    const used = await this.desk.tickets.listUsed(
      this.scope.companyId,
      kind,
      rows.map(({ ourId = 0 }) => ourId),
    )
    const isUsed = ({ ourId = 0 }: ImportRow) => used.has(ourId) || alsoUsed.has(ourId)
    const kept = await this.each(
      kind,
      rows.filter((row) => !isUsed(row)),
      remove,
    )
    this.keep(kind, 'it is in use', [...rows.filter(isUsed), ...kept])
  }

  async run(): Promise<UndoReport> {
    const { companyId } = this.scope
    const { tickets, connections, users } = this.desk
    const always = (work: (id: number) => Promise<void>) => async (id: number) => (await work(id), true)
    await this.schedules()
    await this.campaigns()
    await this.tickets()
    await this.each(
      'quickMessage',
      this.made('quickMessage'),
      always((id) => tickets.deleteQuickMessage(this.scope, id)),
    )
    await this.contacts()
    await this.unused(
      'tag',
      always((id) => tickets.deleteTag(this.scope, id)),
    )
    await this.unused('connection', (id) => connections.deleteUnlinked(companyId, id))
    const userIds = this.made('user').map(({ ourId = 0 }) => ourId)
    const changed = await users.listChangedUsers(companyId, userIds, this.startedAt)
    await this.unused(
      'user',
      always((id) => users.deleteUser(companyId, id)),
      changed,
    )
    const queuesOfUsers = new Set(
      (await users.listUsers(companyId)).flatMap(({ queueIds }) => queueIds.map(Number)),
    )
    const queuesOfConnections = (await connections.list(companyId)).flatMap(({ queueIds }) =>
      queueIds.map(Number),
    )
    await this.unused(
      'queue',
      always((id) => tickets.deleteQueue(this.scope, id)),
      new Set([...queuesOfUsers, ...queuesOfConnections]),
    )
    this.keep('session', 'the number is linked here: disconnect it in the desk', this.made('session'))
    this.keep('setting', 'the company may have been working with it', this.made('setting'))
    await tickets.setStatus(this.scope, 'undone')
    return this.report
  }
}

/**
 * Deletes what an import made, but for what was touched since or others need; the report says what stays. What was here before the
 * import stays as it is. Goes on where a killed run stopped.
 * @throws {AppError} ERR_VALIDATION when the company has no such import
 */
export async function undoImport(
  desk: DeskImports,
  companyId: CompanyId,
  importId: number,
): Promise<UndoReport> {
  const scope = { companyId, importId }
  const found = await desk.tickets.find(scope)
  if (!found) throw new AppError('ERR_VALIDATION', { detail: `the company has no import ${importId}` })
  const log = await ImportLog.open(desk.tickets, scope)
  return new Undo(desk, scope, log, found.startedAt).run()
}
