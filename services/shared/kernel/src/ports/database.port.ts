import type { CompanyId } from '@balcao/contracts'

declare const tx: unique symbol

/** An open transaction of one service's schema. Opaque: only adapters can look inside. */
export interface Tx {
  readonly [tx]: true
}

/** One service's Postgres schema, under that service's own role: on one primary, or a company's on one of several. */
export interface Database {
  /**
   * Runs `work` in one transaction whose row-level security sees `companyId` only.
   * Commits when it resolves, rolls back when it throws. `BEGIN` and the tenant travel in one round trip.
   * Serialization failures and deadlocks are retried up to 3 times, so `work` must have no outside effect.
   */
  withTenant<T>(companyId: CompanyId, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same without a tenant: rows of every company are visible only where a policy says so
   * (`app.scope = 'platform'`). For relays, consumers before they know the company, jobs that sweep all
   * companies, login by e-mail and super screens. Each use states why.
   * Where companies live on several primaries it sees the rows of one: the primary of the company `of`, or the one that the running job is for.
   */
  asPlatform<T>(work: (tx: Tx) => Promise<T>, of?: CompanyId): Promise<T>
  /** `asPlatform` on every primary at once; what each answered, or why it did not. One answer where there is one primary. */
  onEachPrimary<T>(work: (tx: Tx) => Promise<T>): Promise<PromiseSettledResult<T>[]>
}
