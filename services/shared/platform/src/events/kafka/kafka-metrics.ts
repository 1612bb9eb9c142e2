import { counter, histogram } from '../../telemetry/metrics'

/** Metrics of the transport. Labels are topics and groups: few, and known at start. */
export const kafkaMetrics = {
  published: counter('balcao_events_published_total', 'Events that a broker has acknowledged, by topic'),
  publishFailures: counter('balcao_publish_failures_total', 'Batches that had to be sent again'),
  publishMs: histogram('balcao_publish_ms', 'From the hand of a relay to the acknowledgement of a broker'),
  malformed: counter(
    'balcao_records_malformed_total',
    'Records that were skipped because they are none of ours',
  ),
  sessions: counter('balcao_consumer_sessions_total', 'Times a group’s consumer began, by group'),
}
