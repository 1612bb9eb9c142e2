import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { Bubble } from './thread-rows'

export type AckState = 'queued' | 'sending' | 'sent' | 'received' | 'read' | 'played' | 'failed'

const mapAck = (ack: number): AckState => {
  if (ack === -1) return 'failed'
  if (ack <= 0) return 'sending'
  if (ack === 1) return 'sent'
  if (ack === 2) return 'received'
  return ack === 3 ? 'read' : 'played'
}

/** What the tick says: 0 waiting, 1 sent, 2 received, 3 read, 4 and 5 played, -1 failed. */
export const toAckState = ({ message, outgoing }: Pick<Bubble, 'message' | 'outgoing'>): AckState => {
  if (outgoing?.state === 'failed' || message.ack === -1) return 'failed'
  if (outgoing?.state === 'queued') return 'queued'
  return mapAck(message.ack)
}

const CLOCK = 'M8 1.2a4.3 4.3 0 1 0 0 8.6 4.3 4.3 0 0 0 0-8.6zM8 3.2v2.5l1.7 1'
const TICK = 'M3.5 6l3.5 3.5L14.500 2'
const TICKS = 'M1 6l3.5 3.5L11 2M6.500 8.500l1 1L14.500 2'

const glyphs: Record<Exclude<AckState, 'failed'>, string> = {
  queued: CLOCK,
  sending: CLOCK,
  sent: TICK,
  received: TICKS,
  read: TICKS,
  played: TICKS,
}

/** The state of an own message, as a glyph and a word. */
export const Ack = ({ state }: { state: AckState }) => {
  const { t } = useTranslation('tickets')
  const label = t(`ack.${state}`)
  if (state === 'failed')
    return (
      <span className="ack ack--failed" role="img" aria-label={label} title={label}>
        !
      </span>
    )
  const isSeen = state === 'read' || state === 'played'
  return (
    <svg className={isSeen ? 'ack ack--read' : 'ack'} viewBox="0 0 16 11" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={glyphs[state]} />
    </svg>
  )
}

/** The tick of a ticket's last message, for its row. */
export const toTicketAckState = (ticket: Pick<TicketView, 'lastMessageAck'>): AckState =>
  mapAck(ticket.lastMessageAck)
