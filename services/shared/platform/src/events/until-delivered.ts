import { doubledMs, type Database, type Pause } from '@balcao/kernel'

import { query } from '../postgres'
import { hashToShard } from './shards'

const LOOKS = 8
const WAIT = { firstMs: 5, longestMs: 640 }

/**
 * Waits until the events of an ordering key that were committed before are acknowledged: handled by every group, or taken by the broker. Returns after 1.3 s
 * at the latest, delivered or not. Never inside a transaction.
 * @param db of the schema whose outbox has them.
 */
export async function waitUntilDelivered(
  { db, pause }: { db: Database; pause: Pause },
  orderingKey: string,
): Promise<void> {
  for (let look = 1; look <= LOOKS; look += 1) {
    // Platform scope: the relay's table.
    const [unsent] = await db.asPlatform((tx) =>
      query(tx, 'SELECT FROM outbox WHERE NOT sent AND shard = $1 AND ordering_key = $2 LIMIT 1', [
        hashToShard(orderingKey),
        orderingKey,
      ]),
    )
    if (!unsent) return
    await pause(doubledMs(look, WAIT))
  }
}
