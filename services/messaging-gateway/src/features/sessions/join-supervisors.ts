import type { SessionSupervisor } from './session-supervisor'

function findFirst<S, T>(all: readonly S[], find: (one: S) => T | undefined): T | undefined {
  for (const one of all) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** The supervisors of several primaries, which hold the sessions of the companies there, as one. Ids of connections are unique over them. */
export function joinSupervisors(all: readonly SessionSupervisor[]): SessionSupervisor {
  const [only, ...more] = all
  if (only && more.length === 0) return only
  return {
    shards: {
      get mayHaveOthers() {
        return all.some(({ shards }) => shards.mayHaveOthers)
      },
      get others() {
        // A process has a row on each primary.
        return [
          ...new Map(all.flatMap(({ shards }) => shards.others).map((one) => [one.owner, one])).values(),
        ]
      },
      findHolder: (id) => findFirst(all, ({ shards }) => shards.findHolder(id)),
    },
    nudge: () => all.forEach((one) => one.nudge()),
    nudgeOutbound: (id) => all.forEach((one) => one.nudgeOutbound(id)),
    findHeld: (id) => findFirst(all, (one) => one.findHeld(id)),
    findConnected: (id) => findFirst(all, (one) => one.findConnected(id)),
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  }
}
