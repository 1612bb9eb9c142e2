import { counter, gauge } from '../telemetry/metrics'

const held = gauge('balcao_leases_held', 'Leases that this process holds, by what they are for')
const lost = counter(
  'balcao_leases_lost_total',
  'Leases that another process took or that could not be renewed',
)

/** Names of leases that hold a connection's session begin so; its id follows. */
export const SESSION_LEASE = 'session:'

type Kind = 'session' | 'job'

const parseLeaseKind = (name: string): Kind => (name.startsWith(SESSION_LEASE) ? 'session' : 'job')

const holders = new Set<() => Iterable<string>>()

held.observe(() => {
  if (holders.size === 0) return []
  const counts: Record<Kind, number> = { session: 0, job: 0 }
  for (const names of holders) for (const name of names()) counts[parseLeaseKind(name)] += 1
  return Object.entries(counts).map(([kind, value]) => ({ value, labels: { kind } }))
})

export const leaseLost = (name: string): void => lost.add(1, { kind: parseLeaseKind(name) })

/** Reports the leases held until the returned function is called. */
export function addLeaseMetrics(names: () => Iterable<string>): () => void {
  const own = () => names()
  holders.add(own)
  return () => void holders.delete(own)
}
