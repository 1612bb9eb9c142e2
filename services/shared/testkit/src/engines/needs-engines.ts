import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Engines that tests may need, and the variables that say where they are. */
const variables = {
  postgres: ['DATABASE_URL'],
  kafka: ['KAFKA_BROKERS'],
  redis: ['REDIS_URL'],
  mongo: ['MONGO_URL'],
  s3: ['S3_ENDPOINT', 'S3_BUCKET'],
} as const

/* Programs that tests start themselves. */
const programs = [
  'redis-server',
  'pgbouncer',
  'nginx',
  'caddy',
  'kafka-server-start.sh',
  'barman-cloud-backup',
] as const

export type EngineName = keyof typeof variables
const engineNames = Object.keys(variables) as EngineName[]

/** `kafka`: shared by all tests; `own kafka`: started by the test with ENGINES_DIR. */
export type Need = EngineName | `own ${EngineName}` | (typeof programs)[number]

/**
 * ENGINES_DIR is a folder with `<engine>/up` and `<engine>/down` for each engine that it can start as processes of this
 * machine, for tests that kill and suspend one. What these scripts must do: deploy/README.md, "Engines for the tests".
 * @throws {Error} where `needsEngines` would have skipped.
 */
export function engineScript(engine: EngineName, script: 'up' | 'down', env = process.env): string {
  if (!env['ENGINES_DIR']) throw new Error('ENGINES_DIR is not set')
  return path.resolve(env['ENGINES_DIR'], engine, script)
}

const canStart = (engine: EngineName, env: NodeJS.ProcessEnv): boolean =>
  Boolean(env['ENGINES_DIR']) &&
  (['up', 'down'] as const).every((name) => existsSync(engineScript(engine, name, env)))

const hasProgram = (name: string, env: NodeJS.ProcessEnv): boolean =>
  spawnSync('/bin/sh', ['-c', `command -v ${name}`], { stdio: 'ignore', env }).status === 0

function listMissing(need: Need, env: NodeJS.ProcessEnv): string[] {
  const program = programs.find((name) => name === need)
  if (program) return hasProgram(program, env) ? [] : [program]
  const engine = engineNames.find((name) => need === name || need === `own ${name}`)
  if (!engine) throw new Error(`${need} is nothing that a test can need`)
  if (need !== engine) return canStart(engine, env) ? [] : [`ENGINES_DIR/${engine}`]
  return variables[engine].filter((name) => !env[name])
}

/** Missing requirements, each once: a variable, a program, or `ENGINES_DIR/<engine>`. */
export const findMissing = (needs: readonly Need[], env = process.env): string[] => [
  ...new Set(needs.flatMap((need) => listMissing(need, env))),
]

/**
 * `describe` when all engines are available; else one that skips and lists in its title what is missing, which the runner
 * lists: `needsEngines('kafka', 'redis')('the feed', () => …)`. The body of a skipped one is read, never run.
 */
export function needsEngines(...needs: readonly Need[]): (title: string, body: () => void) => void {
  const missing = findMissing(needs)
  if (missing.length === 0) return (title, body) => describe(title, body)
  return (title, body) => describe.skip(`${title} [needs ${missing.join(' ')}]`, body)
}
