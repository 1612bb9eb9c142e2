import type { TicketView } from '@balcao/contracts'
import type { TFunction } from 'i18next'

import { formatPlainText } from '../../lib/parse-marks'

type Previewed = Pick<TicketView, 'lastMessage' | 'lastMessageKind' | 'lastMessageFromMe'>

/** One line for a ticket's last message: words for media, never a raw location or contact card. */
export const formatPreview = (ticket: Previewed, t: TFunction): string => {
  const own = ticket.lastMessageFromMe ? `${t('preview.you')} ` : ''
  const kind = ticket.lastMessageKind
  if (kind === 'chat') return own + formatPlainText(ticket.lastMessage)
  return own + t(`preview.${kind}`)
}
