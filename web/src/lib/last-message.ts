import type { TicketView } from '@balcao/contracts'
import type { TFunction } from 'i18next'

/** A contact card in one line: its word, and the name that the server found in it. */
export const formatContactCard = (name: string, t: TFunction): string =>
  name.trim() === '' ? t('preview.vcard') : t('preview.vcardOf', { name: name.trim() })

type LastMessage = Pick<TicketView, 'lastMessage' | 'lastMessageFromMe' | 'lastMessageUser'>

/** The agent's name in bold before the text, as the composer signs it. */
const SIGNATURE = /^\*([^*\n]{1,100}):\*\s*/

/**
 * Who wrote a ticket's last message, for the line that shows it, and the text without the signature. No author for the customer's,
 * the product's and the phone's.
 */
export const splitLastMessage = (
  { lastMessage, lastMessageFromMe, lastMessageUser }: LastMessage,
  me: { id: number } | null,
  t: TFunction,
): { author: string; text: string } => {
  if (!lastMessageFromMe) return { author: '', text: lastMessage }
  const signed = SIGNATURE.exec(lastMessage)
  const text = signed ? lastMessage.slice(signed[0].length) : lastMessage
  const isMine = lastMessageUser !== null && lastMessageUser.id === me?.id
  const name = lastMessageUser?.name ?? signed?.[1]
  return { author: isMine ? t('preview.you') : name ? `${name}:` : '', text }
}
