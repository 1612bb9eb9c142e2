import type { ConnectionView } from '@balcao/contracts'

export type StepId = 'connect' | 'queue' | 'colleague' | 'bot'

export interface Step {
  id: StepId
  /** Where it is done. */
  path: string
  isDone: boolean
}

export interface CompanyNow {
  connections: readonly Pick<ConnectionView, 'status'>[]
  queueCount: number
  userCount: number
  hasTriedBot: boolean
}

/** What a new company sets up, in this order. */
export const listSteps = ({ connections, queueCount, userCount, hasTriedBot }: CompanyNow): Step[] => [
  {
    id: 'connect',
    path: '/connections',
    isDone: connections.some(({ status }) => status === 'CONNECTED'),
  },
  { id: 'queue', path: '/queues', isDone: queueCount > 0 },
  { id: 'colleague', path: '/users', isDone: userCount > 1 },
  { id: 'bot', path: '/queues', isDone: hasTriedBot },
]
