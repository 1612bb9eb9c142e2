import { AsyncLocalStorage } from 'node:async_hooks'

import type { CompanyId } from '@balcao/contracts'
import type { Database, Primary, Tx } from '@balcao/kernel'

import type { Placements } from './placements'

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

/** Where a company's transactions run: `db` itself where there is one primary. */
export const databaseOf = (db: Database, companyId: CompanyId): Promise<Database> =>
  db instanceof SpreadDatabase ? db.choose(companyId) : Promise.resolve(db)

class SpreadDatabase implements Database {
  constructor(
    private readonly all: readonly Database[],
    readonly choose: ChooseOnPrimary<Database>,
  ) {}

  async withTenant<T>(companyId: CompanyId, work: (tx: Tx) => Promise<T>): Promise<T> {
    return (await this.choose(companyId)).withTenant(companyId, work)
  }

  async asPlatform<T>(work: (tx: Tx) => Promise<T>, of?: CompanyId): Promise<T> {
    return (await this.choose(of)).asPlatform(work)
  }

  async onEachPrimary<T>(work: (tx: Tx) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
    return Promise.allSettled(this.all.map((db) => db.asPlatform(work)))
  }
}
