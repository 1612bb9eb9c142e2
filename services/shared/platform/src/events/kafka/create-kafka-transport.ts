import { addEngineMetrics } from '../../telemetry/engine-health'
import { gauge } from '../../telemetry/metrics'
import { assertOwnNames, createGroup, type GroupsOptions } from '../consumer-groups'
import type { EventTransport, WrittenGenerations } from '../event-transport.port'
import { GenerationWatch } from './generations/generation-watch'
import { SharedAdmin } from './generations/shared-admin'
import { WrittenTopics } from './generations/written-topics'
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

/** Per whole name of a topic: the offset after the last record that this process wrote, by partition. */
class PublishedEnds {
  readonly byTopic = new Map<string, Map<number, number>>()

  note(ends: readonly PartitionEnd[]): void {
    for (const { topic, partition, next } of ends) {
      const known = this.byTopic.get(topic) ?? new Map<number, number>()
      known.set(partition, Math.max(next, known.get(partition) ?? 0))
      this.byTopic.set(topic, known)
    }
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
  const [memory, published, admin] = [new MemoryBudget(), new PublishedEnds(), new SharedAdmin(open)]
  const onPublished = (ends: readonly PartitionEnd[]) => published.note(ends)
  const publisher = new KafkaPublisher(new KafkaProducer(open()), { log, onPublished })
  const openGenerations = (): WrittenGenerations => {
    const topics = new WrittenTopics(admin, settings)
    return {
      begin: (generations) => topics.begin(generations),
      publish: (rows, acknowledged) => publisher.publish(rows, acknowledged, topics),
      forget: () => publisher.forget(topics),
    }
  }
  const groups: KafkaGroup[] = []
  const watch = new GenerationWatch(admin, groups)
  for (const consumer of consumers) {
    const createLanes = () => createGroup(consumer, options)
    groups.push(new KafkaGroup({ consumer, settings, openKafka: open, createLanes, memory, watch, log }))
  }
  const lags = new LagMonitor(admin, groups)
  watch.start()
  const unwatch = [lag.observe(() => lags.read()), addEngineMetrics('kafka', () => lags.isBrokerThere)]
  return {
    openGenerations,
    publish: openGenerations().publish,
    pending: () => [...publisher.pending(), ...groups.flatMap((group) => group.pending(published.byTopic))],
    async stop() {
      unwatch.forEach((end) => end())
      const stopping = [watch.stop(), publisher.stop(), lags.stop(), ...groups.map((group) => group.stop())]
      await Promise.all(stopping)
      await admin.close()
    },
  }
}
