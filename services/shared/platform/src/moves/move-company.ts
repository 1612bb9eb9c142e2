import { setTimeout as sleep } from 'node:timers/promises'

import type { CompanyId } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'
import { escapeIdentifier as quote } from 'pg'

import { leaseTimes } from '../leases'
import { roleName, type PostgresServer } from '../postgres'
import { listSequences, raiseSequence } from '../postgres/id-steps'
import {
  compareCounts,
  deleteRowsOf,
  findRows,
  hideAbsent,
  listCompanyTables,
  setFullIdentity,
  showAll,
  waitForOlderTransactions,
  type CompanyTable,
} from './company-tables'
import { assertCompanyExists, readCompanyPlacement, setCompanyPlacement } from './company-placement'
import { copyEarlierClaims } from './earlier-claims'
import { openEnds, type MoveEnd, type Primaries } from './move-end'
import { moveUnsentEvents } from './unsent-events'
import { endReplication, publish, readCopyProgress, readLag, subscribe, waitForTarget } from './replication'

/** After which a move may be killed, in this order; the company is read-only from `closed` to `opened`. */
export type MoveStep =
  | 'hidden'
  | 'published'
  | 'subscribed'
  | 'copied'
  | 'closed'
  | 'quiet'
  | 'followed'
  | 'placed'
  | 'opened'
  | 'released'
  | 'deleted'

export interface MoveOptions {
  primaries: Primaries
  /** Of the services whose companies may be on any primary. */
  schemas: readonly string[]
  companyId: CompanyId
  say: (text: string) => void
  /** The source, as the target reaches it; by default as this process does. */
  sourceAddress?: PostgresServer
  /** The longest that the company waits, by default a minute; after it everything is as before. */
  readOnlyMs?: number
  /** After each step, before the next. */
  onStep?: (step: MoveStep) => Promise<void>
}

/** A server's log that the target may still have to follow when the company is closed. */
const NEAR_BYTES = 1_000_000
const LOOK_EVERY_MS = 500
const SAY_EVERY_MS = 10 * SECOND
const READ_ONLY_MS = 60 * SECOND
const GATEWAY = 'messaging_gateway'
/* Of leases that no process may take. */
const MOVING = 'moving to another primary'

/**
 * Moves a company to another primary while it works: Postgres copies its rows and follows them, then the company waits until everything
 * has arrived, and goes on there. Killed at any step it leaves a desk whose other companies go on, and a second run completes it.
 * @throws {Error} when it cannot begin, or the company would have waited too long: it goes on where it was then
 */
export const moveCompany = (options: MoveOptions & { to: string }): Promise<void> =>
  withMove(options, (move) => move.run(options.to))

/** Ends a move whose company is still where it was, and deletes what was copied. Repeated it completes what is left. */
export const undoMove = (options: MoveOptions): Promise<void> => withMove(options, (move) => move.undo())

const LOCK = 5_127_413

const withMove = (options: MoveOptions, work: (move: CompanyMove) => Promise<void>): Promise<void> =>
  openEnds(options.primaries, async (ends) => {
    const [first] = ends
    if (!first) throw new Error('there is no primary')
    if (!(await first.has('SELECT WHERE pg_try_advisory_lock($1)', [LOCK])))
      throw new Error('another command moves a company: let it end')
    await work(new CompanyMove(options, first, ends))
  })

interface Route {
  source: MoveEnd
  target: MoveEnd
}

class CompanyMove {
  private tables: readonly CompanyTable[] = []

  constructor(
    private readonly options: MoveOptions,
    private readonly first: MoveEnd,
    private readonly ends: readonly MoveEnd[],
  ) {}

  async run(to: string): Promise<void> {
    const { companyId, say } = this.options
    const here = await readCompanyPlacement(this.first, companyId)
    const target = this.findEnd(to)
    this.tables = await listCompanyTables(target, this.options.schemas)
    if (here === to) {
      const source = await this.findAbsent(['leaving', 'left'])
      if (!source) return say(`Company ${companyId} is on ${to}.`)
      return this.complete({ source, target })
    }
    const route = { source: this.findEnd(here), target }
    await this.assertReady(route)
    await this.copy(route)
    await this.switchOver(route)
    await this.complete(route)
  }

  async undo(): Promise<void> {
    const { companyId, schemas, say } = this.options
    const source = this.findEnd(await readCompanyPlacement(this.first, companyId))
    const target = await this.findAbsent(['arriving'])
    if (await this.findAbsent(['left']))
      throw new Error(`company ${companyId} has moved: complete the move, then move it back`)
    if (!target) return say(`Company ${companyId} is not on its way.`)
    if (target === source)
      throw new Error(
        `company ${companyId} has moved to ${target.name}: complete the move, then move it back`,
      )
    this.tables = await listCompanyTables(target, schemas)
    await this.reopen(source)
    await endReplication(source, target, companyId)
    await setFullIdentity(source, this.tables, false)
    const rows = await deleteRowsOf(target, schemas, companyId)
    // A process that knew the company there asks again.
    await this.setAbsent(target, 'gone')
    await this.showAllOn(target)
    await this.showAllOn(source)
    say(`Company ${companyId} stays on ${source.name}; ${rows} copied rows are deleted.`)
  }

  private findEnd(name: string): MoveEnd {
    const found = this.ends.find((end) => end.name === name)
    if (!found)
      throw new Error(`no primary is called ${name}: ${this.ends.map((end) => end.name).join(', ')}`)
    return found
  }

  private async step(name: MoveStep): Promise<void> {
    await this.options.onStep?.(name)
  }

  private get schema(): string {
    return quote(this.options.schemas[0] ?? '')
  }

  private async findAbsent(reasons: readonly string[]): Promise<MoveEnd | undefined> {
    const find = `SELECT FROM ${this.schema}.absent_companies WHERE company_id = $1 AND reason = ANY ($2)`
    for (const end of this.ends) if (await end.has(find, [this.options.companyId, reasons])) return end
    return undefined
  }

  private async setAbsent(end: MoveEnd, reason: string): Promise<void> {
    await end.transact(async () => {
      for (const schema of this.options.schemas)
        await end.rows(
          `INSERT INTO ${quote(schema)}.absent_companies (company_id, reason) VALUES ($1, $2)
           ON CONFLICT (company_id) DO UPDATE SET reason = excluded.reason`,
          [this.options.companyId, reason],
        )
    })
  }

  private async setPresent(end: MoveEnd): Promise<void> {
    await end.transact(async () => {
      for (const schema of this.options.schemas)
        await end.rows(`DELETE FROM ${quote(schema)}.absent_companies WHERE company_id = $1`, [
          this.options.companyId,
        ])
    })
  }

  private async showAllOn(end: MoveEnd): Promise<void> {
    const others = `SELECT FROM ${this.schema}.absent_companies WHERE reason <> 'gone' LIMIT 1`
    if (!(await end.has(others))) await showAll(end, this.tables)
  }

  private async assertReady({ source, target }: Route): Promise<void> {
    const { companyId, schemas } = this.options
    for (const end of [source, target]) await assertAble(end)
    const [level] = await source.rows<{ value: string }>(`SELECT current_setting('wal_level') AS value`)
    if (level?.value !== 'logical')
      throw new Error(`Postgres of ${source.name} needs wal_level = logical (it has ${level?.value})`)
    const [ours, theirs] = await Promise.all([source, target].map((end) => listMigrations(end, schemas)))
    if (ours !== theirs)
      throw new Error(`${source.name} and ${target.name} have not the same migrations: run them first`)
    const arriving = await this.findAbsent(['arriving'])
    // One that was deleted meanwhile goes on as it was, its erasure included.
    if (arriving === target) return
    await assertCompanyExists(this.first, companyId)
    if (arriving) throw new Error(`company ${companyId} is on its way to ${arriving.name}: undo that first`)
    const found = await findRows(target, this.tables, companyId)
    if (found) throw new Error(`${target.name} has rows of company ${companyId} in ${found}`)
  }

  private async copy({ source, target }: Route): Promise<void> {
    const { companyId, say, sourceAddress } = this.options
    say(`Company ${companyId} goes from ${source.name} to ${target.name}.`)
    await this.setAbsent(target, 'arriving')
    await hideAbsent(target, this.tables)
    await hideAbsent(source, this.tables)
    await this.step('hidden')
    await setFullIdentity(source, this.tables, true)
    await publish(source, this.tables, companyId)
    await this.step('published')
    await subscribe(target, sourceAddress ?? source.server, companyId)
    await this.step('subscribed')
    await this.follow({ source, target })
    await this.step('copied')
  }

  private async follow({ source, target }: Route): Promise<void> {
    const { companyId, say } = this.options
    for (let sayAt = 0; ; await sleep(LOOK_EVERY_MS)) {
      const [{ tables, copied, failures }, lag] = [
        await readCopyProgress(target, companyId),
        await readLag(source, companyId),
      ]
      if (tables > 0 && copied === tables && lag < NEAR_BYTES) return
      if (performance.now() < sayAt) continue
      sayAt = performance.now() + SAY_EVERY_MS
      const failed = failures > 0 ? `, ${failures} failures: the log of ${target.name} says why` : ''
      say(`  ${copied} of ${tables} tables copied, ${Math.ceil(lag / 1_000_000)} MB behind${failed}`)
    }
  }

  /* The company waits. Whatever fails before it is placed, it goes on where it was. */
  private async switchOver(route: Route): Promise<void> {
    const { companyId, say, readOnlyMs = READ_ONLY_MS } = this.options
    const closedAt = performance.now()
    try {
      await this.close(route, closedAt + readOnlyMs)
    } catch (error) {
      await this.reopen(route.source)
      throw new Error(
        `Company ${companyId} goes on on ${route.source.name}: ${error instanceof Error ? error.message : String(error)}. Run the command again, or undo the move.`,
        { cause: error },
      )
    }
    await setCompanyPlacement(this.first, companyId, route.target.name)
    await this.step('placed')
    await this.open(route)
    const seconds = ((performance.now() - closedAt) / SECOND).toFixed(1)
    say(`Company ${companyId} is on ${route.target.name}; it was read-only for ${seconds} s.`)
    await this.step('opened')
  }

  private async close({ source, target }: Route, until: number): Promise<void> {
    const { companyId, schemas, say } = this.options
    const left = () => Math.max(0, until - performance.now())
    await this.setAbsent(source, 'leaving')
    const closedAt = performance.now()
    await this.step('closed')
    await waitForOlderTransactions(source, schemas.map(roleName), left())
    const leases = await this.takeLeases(source)
    await this.step('quiet')
    await waitForTarget(source, companyId, left())
    await this.step('followed')
    for (const schema of schemas) await copyEarlierClaims(source, target, schema, Date.now())
    await this.moveLeases(target, leases, closedAt)
    await this.raiseIds({ source, target })
    say(`  ${await compareCounts([source, target], this.tables, companyId)} rows compared`)
  }

  /* Whoever holds a session here finds it taken within seconds, as by another process. */
  private takeLeases(source: MoveEnd): Promise<TakenLease[]> {
    return source.rows<TakenLease>(
      `UPDATE ${GATEWAY}.session_lease SET owner = $2, epoch = epoch + 1, expires_at = 'infinity', updated_at = clock_timestamp()
       WHERE name IN (SELECT 'session:' || id FROM ${GATEWAY}.connections WHERE company_id = $1) RETURNING name, epoch`,
      [this.options.companyId, MOVING],
    )
  }

  /* Free where the company goes once every former holder has noticed. */
  private async moveLeases(target: MoveEnd, leases: readonly TakenLease[], takenAt: number): Promise<void> {
    const leftMs = Math.max(0, leaseTimes.ttlMs - (performance.now() - takenAt))
    await target.rows(
      `INSERT INTO ${GATEWAY}.session_lease AS l (name, owner, epoch, expires_at)
       SELECT name, $3, epoch, clock_timestamp() + $4 * interval '1 ms' FROM unnest($1::text[], $2::bigint[]) AS taken (name, epoch)
       ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, epoch = greatest(l.epoch, excluded.epoch), expires_at = excluded.expires_at`,
      [leases.map(({ name }) => name), leases.map(({ epoch }) => epoch), MOVING, leftMs],
    )
  }

  /* Rows are read in the order of ids: those to come are above those that came along. */
  private async raiseIds({ source, target }: Route): Promise<void> {
    for (const schema of this.options.schemas) {
      const there = new Map(
        (await listSequences(target.client, schema)).map(({ name, last }) => [name, last]),
      )
      for (const { name, last } of await listSequences(source.client, schema))
        if (last > (there.get(name) ?? 0))
          await raiseSequence(target.client, { schema, name }, target.number, last)
    }
  }

  private async open({ source, target }: Route): Promise<void> {
    const { schemas, companyId } = this.options
    for (const schema of schemas) await moveUnsentEvents(source, target, schema, companyId)
    await this.setPresent(target)
  }

  private async reopen(source: MoveEnd): Promise<void> {
    await source.rows(
      `UPDATE ${GATEWAY}.session_lease SET owner = NULL, expires_at = clock_timestamp()
       WHERE owner = $2 AND name IN (SELECT 'session:' || id FROM ${GATEWAY}.connections WHERE company_id = $1)`,
      [this.options.companyId, MOVING],
    )
    await this.setPresent(source)
  }

  /* The company works where it is; what is left of it elsewhere goes. */
  private async complete({ source, target }: Route): Promise<void> {
    const { companyId, schemas, say } = this.options
    // Where the command was killed before.
    await this.open({ source, target })
    await this.setAbsent(source, 'left')
    await endReplication(source, target, companyId)
    await setFullIdentity(source, this.tables, false)
    await this.step('released')
    await source.rows(
      `DELETE FROM ${GATEWAY}.session_lease WHERE name IN (SELECT 'session:' || id FROM ${GATEWAY}.connections WHERE company_id = $1)`,
      [companyId],
    )
    const rows = await deleteRowsOf(source, schemas, companyId)
    await this.step('deleted')
    // For ever: a process that knew the company here asks again.
    await this.setAbsent(source, 'gone')
    await this.showAllOn(source)
    await this.showAllOn(target)
    say(`${rows} rows of company ${companyId} are deleted on ${source.name}.`)
  }
}

interface TakenLease {
  name: string
  epoch: string
}

async function listMigrations(end: MoveEnd, schemas: readonly string[]): Promise<string> {
  const all: string[] = []
  for (const schema of schemas)
    for (const { name } of await end.rows<{ name: string }>(
      `SELECT name FROM ${quote(schema)}.migrations ORDER BY name`,
    ))
      all.push(`${schema}.${name}`)
  return all.join('\n')
}

async function assertAble(end: MoveEnd): Promise<void> {
  const [may] = await end.rows<{ isSuper: boolean; bypasses: boolean; replicates: boolean }>(
    'SELECT rolsuper AS "isSuper", rolbypassrls AS bypasses, rolreplication AS replicates FROM pg_roles WHERE rolname = current_user',
  )
  if (may?.isSuper || (may?.bypasses && may.replicates)) return
  throw new Error(
    `the owner that ${end.name} is reached as must be a superuser, or have BYPASSRLS, REPLICATION and pg_create_subscription`,
  )
}
