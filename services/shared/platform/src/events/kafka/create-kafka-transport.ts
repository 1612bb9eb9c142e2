import { addEngineMetrics } from '../../telemetry/engine-health'
import { gauge } from '../../telemetry/metrics'
import { assertOwnNames, createGroup, type GroupsOptions } from '../consumer-groups'
import type { EventTransport } from '../event-transport.port'
import { openKafka } from './kafka-client'
import { KafkaGroup } from './kafka-group'
import { KafkaProducer, type PartitionEnd } from './kafka-producer'
import { KafkaPublisher } from './kafka-publisher'
import type { KafkaSettings } from './kafka-settings'
import { LagMonitor } from './lag-monitor'
import { MemoryBudget } from './memory-budget'

const lag = gauge('balcao_consumer_lag', 'Records of its partitions that a group has not finished')

export interface KafkaTransportOptions extends GroupsOptions {
  settings: KafkaSettings
  /** How brokers name this process in their logs. */
  clientId: string
}

/** Per topic with its prefix: the offset after the last record that this process wrote, by partition. */
class PublishedEnds {
  private readonly byTopic = new Map<string, Map<number, number>>()

  note(ends: readonly PartitionEnd[]): void {
    for (const { topic, partition, next } of ends) {
      const known = this.byTopic.get(topic) ?? new Map<number, number>()
      known.set(partition, Math.max(next, known.get(partition) ?? 0))
      this.byTopic.set(topic, known)
    }
  }

  of(topic: string): ReadonlyMap<number, number> {
    return this.byTopic.get(topic) ?? new Map()
  }
}

/**
 * Publishes rows to topics and delivers to this process's members of the groups. Starts without a broker and keeps
 * retrying: rows stay unacknowledged and consumers reconnect until the broker answers.
 */
export function createKafkaTransport(options: KafkaTransportOptions): EventTransport {
  const { settings, clientId, consumers, log = () => undefined } = options
  assertOwnNames(consumers)
  const open = () => openKafka(settings, clientId)
  const [memory, published] = [new MemoryBudget(), new PublishedEnds()]
  const publisher = new KafkaPublisher(new KafkaProducer(open(), settings), {
    log,
    onPublished: (ends) => published.note(ends),
  })
  const groups = consumers.map(
    (consumer) =>
      new KafkaGroup({
        consumer,
        settings,
        openKafka: open,
        createLanes: () => createGroup(consumer, options),
        memory,
        log,
      }),
  )
  const lags = new LagMonitor(open, groups)
  const unwatch = [lag.observe(() => lags.read()), addEngineMetrics('kafka', () => lags.isBrokerThere)]
  return {
    publish: (rows, acknowledged) => publisher.publish(rows, acknowledged),
    pending: () => [
      ...publisher.pending(),
      ...groups.flatMap((group) => group.pending(published.of(group.topicName))),
    ],
    async stop() {
      unwatch.forEach((end) => end())
      await Promise.all([publisher.stop(), lags.stop(), ...groups.map((group) => group.stop())])
    },
  }
}
