import { isTextKind, type TicketView } from '@balcao/contracts'
import type { TFunction } from 'i18next'

import { formatContactCard, splitLastMessage } from '../../lib/last-message'
import { formatPlainText } from '../../lib/parse-marks'

type Previewed = Pick<TicketView, 'lastMessage' | 'lastMessageKind' | 'lastMessageFromMe' | 'lastMessageUser'>

/** One line for a ticket's last message: words for media, never a raw location or contact card. */
export const formatPreview = (ticket: Previewed, me: { id: number } | null, t: TFunction): string => {
  const { author, text } = splitLastMessage(ticket, me, t)
  const kind = ticket.lastMessageKind
  if (isTextKind(kind)) return `${author} ${formatPlainText(text)}`.trim()
  return `${author} ${kind === 'vcard' ? formatContactCard(text, t) : t(`preview.${kind}`)}`.trim()
}
