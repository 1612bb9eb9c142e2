import type { Server as HttpServer } from 'node:http'

import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js'
import type { Router } from 'express'

import type { CompanyId } from '@balcao/contracts'

import type { Subscription } from './ports/event-log.port'

export type ServiceName = 'auth' | 'billing' | 'campaigns' | 'messaging-gateway' | 'realtime' | 'tickets'

export interface RpcBinding {
  /** `desk.tickets.v1.TicketsService`: listed by health and reflection. */
  name: string
  definition: ServiceDefinition
  implementation: UntypedServiceImplementation
}

/** Whether there has been work of late. */
export interface Activity {
  isIdle(): boolean
  /** Called when work may have begun. Returns the function that unsubscribes. */
  onWork(listener: () => void): () => void
}

export interface Job {
  /** `<service>.<purpose>`; also the lease under which it runs. */
  name: string
  everyMs: number
  /**
   * Instead of `everyMs` while the service writes no events in this process: a job whose work begins with an event runs soon after it. It
   * is also how late work is found that another process began.
   */
  idleEveryMs?: number
  /**
   * Instead of `idleEveryMs` where no other process writes the database and the last run did not fail: no work begins unseen, and what
   * was put off (a retry) may wait so long.
   */
  idleAloneEveryMs?: number
  /**
   * When there is work next, where that is before `before`; a time that has passed where there is some. Asked where no other process
   * writes the database: while the service is idle, the job is asked instead of run, each minute or `idleAloneEveryMs`, and run when there
   * is some.
   */
  findNextDue?(before: Date): Promise<Date | undefined>
  /** What its work begins with, where that is no event which the service writes. */
  activity?: Activity
  /** What its work begins with besides. */
  wokenBy?: Activity
  /** Whether every process runs it (`process`) or only the lease holder (`cluster`, the default). */
  runs?: 'process' | 'cluster'
  run(signal: AbortSignal): Promise<void>
}

/** A started component. `stop` finishes the work in flight and is idempotent. */
export interface Running {
  stop(): Promise<void>
}

export interface MigrationSet {
  /** Postgres schema and, prefixed by `balcao_`, the role that may touch it. */
  schema: string
  migrations: readonly Migration[]
}

export interface Migration {
  /** `20260901T101500-create-tickets`: UTC stamp and verb-noun; runs in this order, once. */
  name: string
  /** SQL statements, run in the service's schema under an advisory lock. Only add until the next release. */
  up: string
  /**
   * The index that `up` makes, where it is one CREATE INDEX CONCURRENTLY for a table that may be large: it runs outside a
   * transaction, and no request waits for it. What a failed run left of the index is dropped first; a whole one is kept.
   */
  index?: string
  /** The table of `index`, where it is partitioned: the index is made on each partition first, under a name of its own. */
  partitioned?: string
}

/** What a deleted company leaves in a service besides rows of tables with a `company_id`, which the host deletes. */
export interface CompanyErasure {
  /** Tables whose rows stay, because a law asks for them; they name no person. */
  keeps?: readonly string[]
  /**
   * Called before the rows are deleted, and again as long as they are. Idempotent.
   * @returns false while something still works with the rows; it is asked again within a minute.
   */
  erase?(companyId: CompanyId, signal: AbortSignal): Promise<boolean>
}

/** Lines of a part's file. */
export interface ExportPage {
  /** JSON objects. */
  lines: string[]
  /** Where the next page begins; '' when this is the last one. */
  next: string
}

/** One file of a company's export: usually a table. No secret is in it. */
export interface ExportPart {
  /** `contacts`: the file's name without folder and ending. */
  name: string
  /** The page that begins after `after`; '' for the first. A few megabytes at most. */
  read(companyId: CompanyId, after: string): Promise<ExportPage>
}

/** A service as a value: the host runs it alone in a pod or beside the five others. */
export interface Service {
  name: ServiceName
  /** Mounted at the root: routers carry their full paths. */
  http?: Router
  rpc: RpcBinding[]
  consumers: Subscription[]
  jobs: Job[]
  migrations: MigrationSet
  /** Of auth alone: the host derives from it the key of the links that download a company's export. */
  exportSecret?: string
  companyErasure?: CompanyErasure
  /** What a company can take along before it is deleted. */
  companyExport?: readonly ExportPart[]
  /** Refuses to start by throwing; called after the migrations and before any listener serves the service. */
  check?(): Promise<void>
  /** Attaches to the HTTP server for upgrades (socket.io). */
  attach?(server: HttpServer): Running
  /** Long-running work besides jobs (session supervisors). Started last, stopped first. */
  start?(): Promise<Running>
  /** Work in flight that `settle()` waits for, by name; empty when quiet. */
  pending?(): Promise<string[]>
  /** Closes what the service opened for itself (a connection to an engine). Called last, after everything else stopped. */
  close?(): Promise<void>
}
