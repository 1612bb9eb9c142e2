import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'

import type { CompanyId } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'
import type { LeaseTimes, PostgresServer } from '@balcao/platform'
import { watchChild } from '@balcao/testkit'

import type { GatewayTuning } from '../src/gateway/tuning'
import type { MessagingGatewayConfig } from '../src/service'

/** Settings of a gateway process. */
export interface HostInput {
  owner: string
  admin: PostgresServer
  leaseTimes?: LeaseTimes
  config: Omit<MessagingGatewayConfig, 'vaultKeys'> & { vaultKeys: string }
  tuning: GatewayTuning
}

/** An event of the desk, for this process's consumers. */
export interface HostOrder {
  number: number
  company: CompanyId
  connectionId: number
  $case: 'outboundRequested' | 'typingRequested' | 'readMarkRequested'
  value: never
}

export type HostNews =
  { kind: 'ready'; rpcAddress: string; url: string } | { kind: 'done'; number: number; error: string }

const readyNews = (message: unknown) => {
  const news = message as HostNews
  return news.kind === 'ready' ? news : undefined
}

const FOLDER = path.join(__dirname, 'support-processes')
const READY_WITHIN_MS = 90 * SECOND

/** A gateway in a process of its own that can be stopped, killed and suspended. */
export class ShardHost {
  private readonly waiting = new Map<number, (error: string) => void>()
  private orders = 0
  private isGone = false
  private readonly gone: Promise<void>

  private constructor(
    readonly owner: string,
    private readonly child: ChildProcess,
    readonly rpcAddress: string,
    readonly url: string,
  ) {
    child.on('message', (news: HostNews) => {
      if (news.kind === 'done') this.waiting.get(news.number)?.(news.error)
    })
    this.gone = new Promise((resolve) => child.once('exit', () => resolve()))
    void this.gone.then(() => {
      this.isGone = true
      for (const settle of this.waiting.values()) settle(`${owner} is gone`)
    })
  }

  static async start(input: HostInput): Promise<ShardHost> {
    const child = fork(path.join(FOLDER, 'shard-host.ts'), [JSON.stringify(input)], {
      execArgv: ['-r', path.join(__dirname, '../../shared/testkit/from-sources.cjs')],
      env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' },
      silent: true,
    })
    const { rpcAddress, url } = await watchChild(child).waitForMessage(readyNews, READY_WITHIN_MS)
    return new ShardHost(input.owner, child, rpcAddress, url)
  }

  get isAlive(): boolean {
    return !this.isGone
  }

  /** Delivers an event to the process's consumers. Rejects when they reject, or when the process dies meanwhile. */
  tell(order: Omit<HostOrder, 'number'>): Promise<void> {
    this.orders += 1
    const number = this.orders
    return new Promise((resolve, reject) => {
      if (this.isGone) return reject(new Error(`${this.owner} is gone`))
      this.waiting.set(number, (error) => {
        this.waiting.delete(number)
        if (error) reject(new Error(error))
        else resolve()
      })
      this.child.send({ ...order, number }, (error) => {
        if (error) this.waiting.get(number)?.(error.message)
      })
    })
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM' | 'SIGKILL'): void {
    this.child.kill(signal)
  }

  /** Resolves when the process has ended. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.signal(signal)
    await this.gone
  }
}
