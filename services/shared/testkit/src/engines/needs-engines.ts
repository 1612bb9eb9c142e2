import path from 'node:path'

/** Scripts that build, start and stop engines of a test's own, where somebody has put them beside the project. */
export const enginesFolder =
  process.env['ENGINES_DIR'] ?? path.resolve(__dirname, '../../../../../../shared/engines')

/** Engines that tests may need, and the variables that say where they are. `../shared/engines/up` prints them. */
const variables = {
  postgres: ['DATABASE_URL'],
  kafka: ['KAFKA_BROKERS'],
  redis: ['REDIS_URL'],
  mongo: ['MONGO_URL'],
  s3: ['S3_ENDPOINT', 'S3_BUCKET'],
} as const

export type EngineName = keyof typeof variables

/**
 * `describe` where every engine is there; else one that skips and says in its title what is missing, which the runner
 * lists: `needsEngines('kafka', 'redis')('the feed', () => …)`. The body of a skipped one is read, never run.
 */
export function needsEngines(...engines: readonly EngineName[]): (title: string, body: () => void) => void {
  const missing = engines.flatMap((engine) => variables[engine]).filter((name) => !process.env[name])
  if (missing.length === 0) return (title, body) => describe(title, body)
  return (title, body) => describe.skip(`${title} [needs ${missing.join(' ')}]`, body)
}
