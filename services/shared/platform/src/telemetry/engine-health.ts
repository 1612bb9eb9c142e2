import { gauge } from './metrics'

export type EngineName = 'postgres' | 'kafka' | 'redis' | 'mongo' | 's3'

const reach = gauge('balcao_engine_up', 'Whether this process reaches an engine: 1 or 0')

type Ask = () => boolean | undefined
const asked = new Map<EngineName, Set<Ask>>()

/* An engine with several clients counts as reachable when all of them reach it. */
reach.observe(function* () {
  for (const [engine, asks] of asked) {
    const answers = [...asks].map((ask) => ask()).filter((answer) => answer !== undefined)
    if (answers.length > 0) yield { value: answers.every(Boolean) ? 1 : 0, labels: { engine } }
  }
})

/**
 * Reports whether an engine is reachable, as one client of this process sees it. `isUp` is cheap; undefined: not known yet.
 * Until the returned function is called.
 */
export function addEngineMetrics(engine: EngineName, isUp: Ask): () => void {
  const asks = asked.get(engine) ?? new Set()
  asked.set(engine, asks)
  const own = () => isUp()
  asks.add(own)
  return () => void asks.delete(own)
}

/** For engines without a readable connection state: the result of the last call. */
export class EngineWatch {
  private isUp: boolean | undefined
  /** Stops reporting. */
  readonly end: () => void

  constructor(engine: EngineName) {
    this.end = addEngineMetrics(engine, () => this.isUp)
  }

  answered(): void {
    this.isUp = true
  }

  silent(): void {
    this.isUp = false
  }
}
