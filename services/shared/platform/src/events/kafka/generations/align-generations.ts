import { MINUTE } from '@balcao/kernel'

import { withAdmin, type PostgresServer } from '../../../postgres'
import type { Generations } from '../../decide-generations'
import { readGenerations } from '../../generation-lock'
import { SwitchLocks, type Servers } from './switch-locks'

/**
 * Declares the latest generation of each topic on every primary: on one that was added, or came back from a backup, since a command has declared it. Idempotent.
 * @throws {Error} while a command changes the schema's generations, or when a relay does not stop in time
 */
export async function alignGenerations(servers: Servers, schema: string): Promise<void> {
  const read = (server: PostgresServer) => withAdmin(server, (client) => readGenerations(client, schema))
  if (listDifferent(await Promise.all(servers.map(read))).size === 0) return
  const locks = await SwitchLocks.open(servers, schema)
  try {
    for (const [topic, generation] of listDifferent(await locks.readGenerations()))
      await locks.declareEverywhere(topic, generation, MINUTE)
  } finally {
    await locks.close()
  }
}

/** The latest generation of the topics of which another primary declares another one. */
export function listDifferent(all: readonly Generations[]): Generations {
  const latest = new Map<string, number>()
  for (const [topic, generation] of all.flatMap((declared) => [...declared]))
    latest.set(topic, Math.max(generation, latest.get(topic) ?? 0))
  const isDifferent = ([topic, generation]: readonly [string, number]) =>
    all.some((declared) => declared.get(topic) !== generation)
  return new Map([...latest].filter(isDifferent))
}
