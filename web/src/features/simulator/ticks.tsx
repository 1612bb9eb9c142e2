import type { SimulatorChatMessage } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

type Tick = 'stored' | 'taken' | 'read'

/** What the phone shows beside a message it sent. */
export const toTick = ({ ack }: Pick<SimulatorChatMessage, 'ack'>): Tick =>
  ack >= 3 ? 'read' : ack >= 1 ? 'taken' : 'stored'

const paths = {
  stored: 'M2 6l3.500 3.500L12 2',
  taken: 'M1 6l3.500 3.500L11 2M6.500 8.500l1 1L14.500 2',
  read: 'M1 6l3.500 3.500L11 2M6.500 8.500l1 1L14.500 2',
} as const

export const Ticks = ({ message }: { message: SimulatorChatMessage }) => {
  const { t } = useTranslation('simulator')
  const tick = toTick(message)
  return (
    <svg
      className={`sim-tick sim-tick--${tick}`}
      viewBox="0 0 16 11"
      role="img"
      aria-label={t(`tick.${tick}`)}
    >
      <path d={paths[tick]} />
    </svg>
  )
}
