import type { Server as HttpServer } from 'node:http'

import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js'
import type { Router } from 'express'

import type { Subscription } from './ports/event-log.port'

export type ServiceName = 'auth' | 'billing' | 'campaigns' | 'messaging-gateway' | 'realtime' | 'tickets'

export interface RpcBinding {
  /** `desk.tickets.v1.TicketsService`: what health and reflection list. */
  name: string
  definition: ServiceDefinition
  implementation: UntypedServiceImplementation
}

export interface Job {
  /** `<service>.<purpose>`; also the lease under which it runs. */
  name: string
  everyMs: number
  /** Whether every process runs it (`process`) or only the lease holder (`cluster`, the default). */
  runs?: 'process' | 'cluster'
  run(signal: AbortSignal): Promise<void>
}

/** Something that was started and can be stopped. `stop` finishes what is in flight and is idempotent. */
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
}

/** A service as a value: the host mounts it, alone in a pod or beside the five others. */
export interface Service {
  name: ServiceName
  /** Mounted at the root: routers carry their full paths. */
  http?: Router
  rpc: RpcBinding[]
  consumers: Subscription[]
  jobs: Job[]
  migrations: MigrationSet
  /** Refuses to begin by throwing; called after the migrations, before anything of it can be reached. */
  check?(): Promise<void>
  /** Takes part in the HTTP server's upgrades (socket.io). */
  attach?(server: HttpServer): Running
  /** Long-running work besides jobs (session supervisors). Started last, stopped first. */
  start?(): Promise<Running>
  /** Work in flight that `settle()` must wait for: names of laggards, empty when quiet. */
  pending?(): Promise<string[]>
  /** Gives back what the service opened for itself (an engine's connection). Called last, when nothing of it runs any more. */
  close?(): Promise<void>
}
