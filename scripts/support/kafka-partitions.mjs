// What the arguments of scripts/kafka-partitions.mjs ask for.
import { readNumber } from './read-number.mjs'

export const PARTITIONS_USAGE =
  'usage: node scripts/kafka-partitions.mjs --partitions 48 [--topic tickets] [--wait 60] [--except-group NAME] [--dry-run], or --retire [--topic tickets] [--dry-run]'

export const PARTITIONS_OPTIONS = {
  partitions: { type: 'string' },
  topic: { type: 'string', multiple: true },
  wait: { type: 'string', default: '60' },
  'except-group': { type: 'string', multiple: true },
  retire: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
}

const MOST_PARTITIONS = 1_000
const MOST_WAIT_SECONDS = 3_600

/** @param topics all that there are. @throws {Error} for what the command does not take */
export function parsePartitions(values, topics) {
  const unknown = (values.topic ?? []).find((topic) => !topics.includes(topic))
  if (unknown !== undefined) throw new Error(`--topic takes one of ${topics.join(', ')}`)
  if (values.retire && values.partitions !== undefined)
    throw new Error('--retire and --partitions are two runs')
  return {
    topics: values.topic ?? topics,
    isRetiring: values.retire,
    isDryRun: values['dry-run'],
    partitions: values.retire ? undefined : readNumber('partitions', values.partitions, MOST_PARTITIONS),
    waitMs: readNumber('wait', values.wait, MOST_WAIT_SECONDS) * 1_000,
    exceptGroups: values['except-group'] ?? [],
  }
}
