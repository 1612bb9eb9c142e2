import { Client, type QueryConfig, type QueryResult } from 'pg'

export interface SentQuery extends QueryConfig {
  client: Client
  /** It was sent while no answer was awaited. */
  isRoundTrip: boolean
}

/** Returns what is called with its result, undefined when it failed. */
type OnSent = (sent: SentQuery) => ((result: QueryResult | undefined) => void) | undefined

type Query = (...args: unknown[]) => Promise<QueryResult>

const readConfig = (config: string | QueryConfig, values: unknown): QueryConfig =>
  typeof config === 'string' ? { text: config, values: values as unknown[] } : config

/** Tells of every query that a Postgres client of this process sends, until the function that it returns is called. */
export function watchQueries(onSent: OnSent): () => void {
  const unanswered = new Map<Client, number>()
  const original = Reflect.get(Client.prototype, 'query') as Query
  const watched = function (this: Client, ...args: unknown[]): Promise<QueryResult> {
    const [config, values] = args as [string | QueryConfig, unknown]
    const waiting = unanswered.get(this) ?? 0
    unanswered.set(this, waiting + 1)
    const tell = onSent({ ...readConfig(config, values), client: this, isRoundTrip: waiting === 0 })
    const answer = original.apply(this, args)
    const answered = (result?: QueryResult) => {
      unanswered.set(this, (unanswered.get(this) ?? 1) - 1)
      tell?.(result)
    }
    answer.then(answered, () => answered())
    return answer
  }
  Reflect.set(Client.prototype, 'query', watched)
  return () => void Reflect.set(Client.prototype, 'query', original)
}
