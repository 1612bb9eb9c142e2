// usage: node scripts/kafka-partitions.mjs --partitions 48 [--topic tickets] [--wait 60] [--except-group NAME] [--dry-run]
//        gives the topics so many partitions: each by a topic of its own, the next generation, which gets its first record when every consumer
//        group has finished the former one. The desk runs; its events wait that long in the outboxes, --wait seconds at most.
//        node scripts/kafka-partitions.mjs --retire [--topic tickets] [--dry-run]      deletes former generations that every group has left
// Reads DATABASE_URL (as the owner), DATABASE_DIRECT_URL, MORE_PRIMARIES and KAFKA_* as the migration job does. Killed or run again, it completes what it finds.
// deploy/README.md says when, and what cannot be undone.
import { parseArgs } from 'node:util'

import { buildServer } from './build.mjs'
import { platform } from './support/installation.mjs'
import { parsePartitions, PARTITIONS_OPTIONS, PARTITIONS_USAGE } from './support/kafka-partitions.mjs'
import { say } from './support/project.mjs'

/* One topic after the other: one that is not ready does not keep the others. */
async function eachTopic(topics, work) {
  let failed = 0
  for (const topic of topics)
    try {
      await work(topic)
    } catch (error) {
      failed += 1
      const cause = error.cause ? ` (${error.cause.message ?? error.cause})` : ''
      process.stderr.write(`${topic}: ${error.message}${cause}\n`)
    }
  return failed
}

async function run() {
  const { values } = parseArgs({ options: PARTITIONS_OPTIONS })
  await buildServer()
  const { listServersOf, migrateConfig, readConfigs, retireTopic, schemaName, switchTopic, topicWriters } =
    platform()
  const wanted = parsePartitions(values, Object.keys(topicWriters))
  const { job } = readConfigs({ job: migrateConfig })
  const settings = job.engines.kafka
  if (!settings) throw new Error('KAFKA_BROKERS is required')
  if (!wanted.isRetiring && !wanted.isDryRun)
    say(
      'After this a release that knows no generations (6.1 and before) cannot run on this database: it would write and read the former topics.',
    )
  const failed = await eachTopic(wanted.topics, async (topic) => {
    const schema = schemaName(topicWriters[topic])
    const checkServers = () => listServersOf(schema, job.primaries)
    const servers = await checkServers()
    const options = { ...wanted, settings, servers, checkServers, schema, topic, say }
    return wanted.isRetiring ? retireTopic(options) : switchTopic(options)
  })
  if (failed > 0) process.exitCode = 1
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error.message}\n${PARTITIONS_USAGE}\n`)
  process.exitCode = 1
}
