import { AsyncLocalStorage } from 'node:async_hooks'

import type { CompanyId } from '@balcao/contracts'
import type { Database, Tx } from '@balcao/kernel'

import type { Placements } from './placements'

/** A schema's database on one primary. */
export interface OnPrimary<D extends Database = Database> {
  /** Of the primary. */
  name: string
  db: D
}

const atHand = new AsyncLocalStorage<string>()

/** Runs work, and what it begins, for one primary: `asPlatform` sees that one's rows. */
export const forPrimary = <T>(name: string, work: () => T): T => atHand.run(name, work)

/** The primary that the running work is for. @throws {TypeError} where it is for none. */
export function primaryAtHand(): string {
  const name = atHand.getStore()
  if (name === undefined)
    throw new TypeError('Platform scope needs a primary: a company, or a job, which runs for one')
  return name
}

/** One schema on several primaries: each company's rows are on the one where it is placed. */
export const spreadDatabase = (primaries: readonly OnPrimary[], placements: Placements): Database =>
  new SpreadDatabase(primaries, placements)

/** Where a company's transactions run: `db` itself where there is one primary. */
export const databaseOf = (db: Database, companyId: CompanyId): Promise<Database> =>
  db instanceof SpreadDatabase ? db.of(companyId) : Promise.resolve(db)

class SpreadDatabase implements Database {
  private readonly byName: ReadonlyMap<string, Database>

  constructor(
    primaries: readonly OnPrimary[],
    private readonly placements: Placements,
  ) {
    this.byName = new Map(primaries.map(({ name, db }) => [name, db]))
  }

  async withTenant<T>(companyId: CompanyId, work: (tx: Tx) => Promise<T>): Promise<T> {
    return (await this.of(companyId)).withTenant(companyId, work)
  }

  async asPlatform<T>(work: (tx: Tx) => Promise<T>, of?: CompanyId): Promise<T> {
    const db = of === undefined ? this.named(primaryAtHand()) : await this.of(of)
    return db.asPlatform(work)
  }

  async onEachPrimary<T>(work: (tx: Tx) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
    return Promise.allSettled([...this.byName.values()].map((db) => db.asPlatform(work)))
  }

  async of(companyId: CompanyId): Promise<Database> {
    return this.named(await this.placements.find(companyId))
  }

  private named(name: string): Database {
    const db = this.byName.get(name)
    if (!db) throw new TypeError(`No primary is called ${name}`)
    return db
  }
}
