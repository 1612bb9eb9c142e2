import type { ConnectionView } from '@balcao/contracts'

export type StepId = 'connect' | 'queue' | 'colleague' | 'bot' | 'answer'

export interface Step {
  id: StepId
  /** Where it is done. */
  path: string
  isDone: boolean
  /** The simulated connection to write to, where no other phone reaches the number. */
  simulatedId?: number
}

export interface CompanyNow {
  connections: readonly Pick<ConnectionView, 'id' | 'status' | 'capabilities'>[]
  queueCount: number
  userCount: number
  hasTriedBot: boolean
  hasAnswered: boolean
}

/** What a new company sets up, in this order. */
export const listSteps = ({
  connections,
  queueCount,
  userCount,
  hasTriedBot,
  hasAnswered,
}: CompanyNow): Step[] => {
  const connected = connections.filter(({ status }) => status === 'CONNECTED')
  const isPhone = ({ capabilities }: Pick<ConnectionView, 'capabilities'>) =>
    !capabilities.isSimulated && capabilities.linksBy.includes('qr')
  const simulated = connected.some(isPhone)
    ? undefined
    : connected.find(({ capabilities }) => capabilities.isSimulated)
  return [
    { id: 'connect', path: '/connections', isDone: connected.length > 0 },
    { id: 'queue', path: '/queues', isDone: queueCount > 0 },
    { id: 'colleague', path: '/users', isDone: userCount > 1 },
    { id: 'bot', path: '/queues', isDone: hasTriedBot },
    { id: 'answer', path: '/tickets', isDone: hasAnswered, simulatedId: simulated?.id },
  ]
}
