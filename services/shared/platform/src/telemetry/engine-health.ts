import { gauge } from './metrics'

export type EngineName = 'postgres' | 'kafka' | 'redis' | 'mongo' | 's3'

const reach = gauge('balcao_engine_up', 'Whether this process reaches an engine: 1 or 0')

type Ask = () => boolean | undefined
const asked = new Map<EngineName, Set<Ask>>()

/* An engine with several clients is reached when each of them reaches it. */
reach.observe(function* () {
  for (const [engine, asks] of asked) {
    const answers = [...asks].map((ask) => ask()).filter((answer) => answer !== undefined)
    if (answers.length > 0) yield { value: answers.every(Boolean) ? 1 : 0, labels: { engine } }
  }
})

/**
 * Shows whether an engine is there, as one client of this process sees it. `isUp` is cheap; undefined: not known yet.
 * Until the answer is called.
 */
export function addEngineMetrics(engine: EngineName, isUp: Ask): () => void {
  const asks = asked.get(engine) ?? new Set()
  asked.set(engine, asks)
  const own = () => isUp()
  asks.add(own)
  return () => void asks.delete(own)
}

/** For engines without a connection whose state could be read: what the last call met. */
export class EngineWatch {
  private isUp: boolean | undefined
  /** Nobody uses the engine any more. */
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
