import { AsyncLocalStorage } from 'node:async_hooks'

import type { CompanyId } from '@balcao/contracts'
import { AppError, type Database, type Primary, type Tx } from '@balcao/kernel'

import { isCompanyAbsent } from './pg-errors'
import type { Placements } from './placements'
import { query } from './transaction'

const atHand = new AsyncLocalStorage<string>()

/** Runs work, and what it begins, for one primary: `asPlatform` sees that one's rows. */
export const forPrimary = <T>(name: string, work: () => T): T => atHand.run(name, work)

/** What is chosen on one of several primaries, by name. */
export type ChooseOnPrimary<T> = (of?: CompanyId) => Promise<T>

/** Chooses what the primary of a company has, or of the running work. @throws {TypeError} where that is for none. */
export function chooseOnPrimary<T>(
  byName: ReadonlyMap<string, T>,
  placements: Placements,
): ChooseOnPrimary<T> {
  return async (of) => {
    const name = of === undefined ? atHand.getStore() : await placements.find(of)
    if (name === undefined)
      throw new TypeError('Platform scope needs a primary: a company, or a job, which runs for one')
    const chosen = byName.get(name)
    if (chosen === undefined) throw new TypeError(`No primary is called ${name}`)
    return chosen
  }
}

/** One schema on several primaries: each company's rows are on the one where it is placed. */
export const spreadDatabase = (
  primaries: readonly Pick<Primary, 'name' | 'db'>[],
  placements: Placements,
): Database => {
  const byName = new Map(primaries.map(({ name, db }) => [name, db]))
  return new SpreadDatabase([...byName.values()], chooseOnPrimary(byName, placements))
}

/** Those among which a company may move: `db` itself where there is one primary. */
export const listDatabases = (db: Database): readonly Database[] =>
  db instanceof SpreadDatabase ? db.all : [db]

const LEAVING = `SELECT FROM absent_companies WHERE reason = 'leaving' LIMIT 1`

class SpreadDatabase implements Database {
  constructor(
    readonly all: readonly Database[],
    private readonly choose: ChooseOnPrimary<Database>,
  ) {}

  withTenant<T>(companyId: CompanyId, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.followCompany(companyId, (db) => db.withTenant(companyId, work))
  }

  async asPlatform<T>(work: (tx: Tx) => Promise<T>, of?: CompanyId): Promise<T> {
    if (of !== undefined) return this.followCompany(of, (db) => db.asPlatform(work, of))
    return (await this.choose()).asPlatform(work)
  }

  /* What is looked for and not found may be of a company on its way. */
  async onEachPrimary<T>(work: (tx: Tx) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
    let isMoving = false
    const answers = await Promise.allSettled(
      this.all.map((db) =>
        db.asPlatform(async (tx) => {
          const [leaving, answer] = await Promise.all([query(tx, LEAVING), work(tx)])
          isMoving ||= leaving.length > 0
          return answer
        }),
      ),
    )
    const onTheWay = new AppError('ERR_UNAVAILABLE', { detail: 'a company is moving to another primary' })
    return isMoving ? [...answers, { status: 'rejected', reason: onTheWay }] : answers
  }

  /* A company that has moved is asked for once again: a primary that refuses it is not asked there again. */
  private async followCompany<T>(companyId: CompanyId, run: (db: Database) => Promise<T>): Promise<T> {
    const db = await this.choose(companyId)
    try {
      return await run(db)
    } catch (error) {
      if (!isCompanyAbsent(error)) throw error
      const now = await this.choose(companyId)
      if (now === db) throw error
      return run(now)
    }
  }
}
