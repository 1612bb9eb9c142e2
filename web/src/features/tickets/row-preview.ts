import type { TicketView } from '@balcao/contracts'
import type { TFunction } from 'i18next'

import { formatPlainText } from '../../lib/parse-marks'

type Previewed = Pick<TicketView, 'lastMessage' | 'lastMessageKind' | 'lastMessageFromMe'>

/** Kinds whose text is a caption or a file name; the text of the others is data, not words. */
const captioned = ['image', 'video', 'application', 'audio']

/** The last message on one line: its text without marks, or its kind. */
export const formatRowPreview = ({ lastMessage, lastMessageKind: kind }: Previewed, t: TFunction): string => {
  if (kind === 'chat') return formatPlainText(lastMessage)
  const word = t(`preview.${kind}`)
  if (!captioned.includes(kind) || lastMessage.trim() === '') return word
  return `${word.split(' ')[0]} ${lastMessage}`
}

export const waitingTone = (since: string, now: number): 'amber' | 'red' | undefined => {
  const minutes = (now - Date.parse(since)) / 60_000
  if (minutes >= 15) return 'red'
  return minutes >= 5 ? 'amber' : undefined
}
