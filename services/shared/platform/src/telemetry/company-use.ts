import { MINUTE } from '@balcao/kernel'

import { gauge } from './metrics'

export type Use = 'events' | 'requests'

/** The label has the ids of so few companies, however many there are. */
const MOST_SHOWN = 10

type Sums = Map<number, Record<Use, number>>

const total = ({ events, requests }: Record<Use, number>): number => events + requests

/** How long this process worked for each company: minutes of its clock, the last whole one is shown. */
export class CompanyUse {
  private minute: number
  private sums: Sums = new Map()
  private shown: Sums = new Map()

  /** @param now in milliseconds; never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.minute = this.readMinute()
  }

  add(use: Use, companyId: number, ms: number): void {
    this.turn()
    const sum = this.sums.get(companyId)
    if (sum) sum[use] += ms
    else this.sums.set(companyId, { events: 0, requests: 0, [use]: ms })
  }

  /** The companies with the most of the last whole minute, the first ones first. */
  list(): { companyId: number; use: Use; ms: number }[] {
    this.turn()
    const most = [...this.shown]
      .toSorted(([, left], [, right]) => total(right) - total(left))
      .slice(0, MOST_SHOWN)
    return most.flatMap(([companyId, { events, requests }]) => [
      { companyId, use: 'events' as const, ms: events },
      { companyId, use: 'requests' as const, ms: requests },
    ])
  }

  private readMinute = (): number => Math.floor(this.now() / MINUTE)

  private turn(): void {
    const minute = this.readMinute()
    if (minute === this.minute) return
    this.shown = minute === this.minute + 1 ? this.sums : new Map()
    this.sums = new Map()
    this.minute = minute
  }
}

/** Of this process: handlers of events, and requests from their beginning to their answer. */
export const companyUse = new CompanyUse()

gauge(
  'balcao_company_busy_ms',
  'Handling time of the last whole minute for the ten companies with the most, by use',
).observe(() =>
  companyUse.list().map(({ companyId, use, ms }) => ({ value: ms, labels: { company: companyId, use } })),
)
