import { setTimeout as sleep } from 'node:timers/promises'

import type { CompanyId } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'

import { spreadSchemas } from '../host/runtime'
import type { PostgresServer } from '../postgres'
import { listSequences, raiseSequence } from '../postgres/id-steps'
import { findAbsent, listAbsent, setAbsent, setPresent } from './absence'
import { assertCompanyExists, readCompanyPlacement, setCompanyPlacement } from './company-placement'
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
import { copyEarlierClaims } from './earlier-claims'
import { assertServersReady } from './move-conditions'
import { openEnds, type MoveEnd, type Primaries } from './move-end'
import { endReplication, findLag, publish, readCopyProgress, subscribe, waitForTarget } from './replication'
import { deleteLeases, giveLeasesBack, moveLeases, takeLeases } from './session-leases'
import { moveUnsentEvents } from './unsent-events'

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
    this.tables = await listCompanyTables(target)
    if (here === to) {
      const source = await findAbsent(this.ends, companyId, 'leaving', 'left')
      if (!source) return say(`Company ${companyId} is on ${to}.`)
      await this.open({ source, target })
      return this.complete({ source, target })
    }
    const route = { source: this.findEnd(here), target }
    await this.assertReady(route)
    await this.copy(route)
    await this.switchOver(route)
    await this.complete(route)
  }

  async undo(): Promise<void> {
    const { companyId, say } = this.options
    const source = this.findEnd(await readCompanyPlacement(this.first, companyId))
    const target = await findAbsent(this.ends, companyId, 'arriving')
    if (await findAbsent(this.ends, companyId, 'left'))
      throw new Error(`company ${companyId} has moved: complete the move, then move it back`)
    if (!target) return say(`Company ${companyId} is not on its way.`)
    if (target === source)
      throw new Error(
        `company ${companyId} has moved to ${target.name}: complete the move, then move it back`,
      )
    this.tables = await listCompanyTables(target)
    await this.reopen(source)
    await endReplication(source, target, companyId)
    await setFullIdentity(source, this.tables, false)
    const rows = await deleteRowsOf(target, companyId)
    // A process that knew the company there asks again.
    await setAbsent(target, companyId, 'gone')
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

  private async showAllOn(end: MoveEnd): Promise<void> {
    if ((await listAbsent(end)).length === 0) await showAll(end, this.tables)
  }

  private async assertReady({ source, target }: Route): Promise<void> {
    const { companyId } = this.options
    await assertServersReady(source, target)
    const arriving = await findAbsent(this.ends, companyId, 'arriving')
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
    await setAbsent(target, companyId, 'arriving')
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
        await findLag(source, companyId),
      ]
      if (lag === undefined) throw new Error(`nothing of ${source.name} is followed any more: undo the move`)
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
    const { companyId, say } = this.options
    const left = () => Math.max(0, until - performance.now())
    await setAbsent(source, companyId, 'leaving')
    const closedAt = performance.now()
    await this.step('closed')
    await waitForOlderTransactions(source, left())
    const leases = await takeLeases(source, companyId)
    await this.step('quiet')
    await waitForTarget(source, companyId, left())
    await this.step('followed')
    for (const schema of spreadSchemas) await copyEarlierClaims(source, target, schema)
    await moveLeases(target, leases, closedAt)
    await this.raiseIds({ source, target })
    say(`  ${await compareCounts([source, target], this.tables, companyId)} rows compared`)
  }

  /* Rows are read in the order of ids: those to come are above those that came along. */
  private async raiseIds({ source, target }: Route): Promise<void> {
    for (const schema of spreadSchemas) {
      const there = new Map(
        (await listSequences(target.client, schema)).map(({ name, last }) => [name, last]),
      )
      for (const { name, last } of await listSequences(source.client, schema))
        if (last > (there.get(name) ?? 0))
          await raiseSequence(target.client, { schema, name }, target.number, last)
    }
  }

  private async open({ source, target }: Route): Promise<void> {
    const { companyId } = this.options
    for (const schema of spreadSchemas) await moveUnsentEvents(source, target, schema, companyId)
    await setPresent(target, companyId)
  }

  private async reopen(source: MoveEnd): Promise<void> {
    await giveLeasesBack(source, this.options.companyId)
    await setPresent(source, this.options.companyId)
  }

  /* The company works where it is; what is left of it elsewhere goes. */
  private async complete({ source, target }: Route): Promise<void> {
    const { companyId, say } = this.options
    await setAbsent(source, companyId, 'left')
    await endReplication(source, target, companyId)
    await setFullIdentity(source, this.tables, false)
    await this.step('released')
    await deleteLeases(source, companyId)
    const rows = await deleteRowsOf(source, companyId)
    await this.step('deleted')
    // For ever: a process that knew the company here asks again.
    await setAbsent(source, companyId, 'gone')
    await this.showAllOn(source)
    await this.showAllOn(target)
    say(`${rows} rows of company ${companyId} are deleted on ${source.name}.`)
  }
}
