import { SECOND } from '@balcao/kernel'

import { createLogger } from '../../telemetry/logger'
import type { Ends } from './generations/choose-generation'
import type { SharedAdmin } from './generations/shared-admin'
import { fetchCommitted, fetchEnds } from './generations/topic-offsets'
import type { Admin } from './kafka-client'
import type { KafkaGroup } from './kafka-group'

const EVERY_MS = 5 * SECOND
const log = createLogger('kafka')

export interface Lag {
  value: number
  labels: { group: string; topic: string }
}

/** Measures every 5 s how far each group is behind, in the partitions of this process. */
export class LagMonitor {
  private readonly lags = new Map<KafkaGroup, number>()
  private timer: NodeJS.Timeout | undefined
  private measuring: Promise<void> = Promise.resolve()
  private hasAnswered: boolean | undefined
  private isStopped = false

  constructor(
    private readonly admin: SharedAdmin,
    private readonly groups: readonly KafkaGroup[],
  ) {
    if (groups.length > 0) this.again()
  }

  /** Undefined before the first measurement. */
  get isBrokerThere(): boolean | undefined {
    return this.hasAnswered
  }

  /** As of the last measurement. The sum over processes is the group's lag. */
  read(): Lag[] {
    return [...this.lags].map(([group, value]) => ({ value, labels: group.labels }))
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.measuring
    this.lags.clear()
  }

  private again(): void {
    if (this.isStopped) return
    this.timer = setTimeout(() => {
      this.measuring = this.measureAll().then(() => this.again())
    }, EVERY_MS)
  }

  /** Never rejects: after a failure the last measurement stays until the next succeeds. */
  private async measureAll(): Promise<void> {
    try {
      await this.admin.use(async (admin) => {
        const joined = this.groups.flatMap(({ current }) => (current ? [current.topicName] : []))
        const ends = await Promise.all(
          [...new Set(joined)].map(async (topic) => [topic, await fetchEnds(admin, topic)] as const),
        )
        for (const group of this.groups) await this.measure(admin, group, new Map(ends))
      })
      this.hasAnswered = true
    } catch (error) {
      this.hasAnswered = false
      log.debug({ err: error }, 'lag not known')
    }
  }

  /* In the generation that the group consumes; a later one gets records when this one gets no more. */
  private async measure(admin: Admin, group: KafkaGroup, allEnds: ReadonlyMap<string, Ends>): Promise<void> {
    const { current, assigned = [] } = group
    const ends = current && allEnds.get(current.topicName)
    if (!ends || assigned.length === 0) return void this.lags.set(group, 0)
    const committed = await fetchCommitted(admin, current.groupName, current.topicName)
    let behind = 0
    for (const partition of assigned) {
      const { low, high } = ends.get(partition) ?? { low: 0, high: 0 }
      const next = Math.max(committed.get(partition) ?? low, low)
      group.advance(current, partition, next)
      behind += Math.max(0, high - next)
    }
    this.lags.set(group, behind)
  }
}
