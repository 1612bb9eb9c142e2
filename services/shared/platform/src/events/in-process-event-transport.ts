import { createGroups, type GroupsOptions } from './consumer-groups'
import type { EventTransport } from './event-transport.port'

/** Delivers to consumers in this process, straight from the outbox. */
export function createInProcessTransport(options: GroupsOptions): EventTransport {
  const groups = createGroups(options)
  return {
    publish(rows, acknowledged) {
      for (const row of rows) {
        const interested = groups.filter((group) => group.wants(row))
        let left = interested.length
        if (left === 0) acknowledged(row)
        for (const group of interested) group.add(row, () => (left -= 1) === 0 && acknowledged(row))
      }
    },
    pending: () => groups.flatMap((group) => group.pending()),
    async stop() {
      await Promise.all(groups.map((group) => group.stop()))
    },
  }
}
