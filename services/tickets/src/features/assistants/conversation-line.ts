import { isNotice, parseVcard, type MessageId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'

import type { Message, MessageDocument } from '../messages'

/** A message of the conversation as the model is to read it, before its picture is. */
export interface ConversationLine {
  id: MessageId
  role: 'user' | 'assistant'
  /** Its text, or what is said in its sound. */
  text: string
  /** Of a customer. */
  picture?: Media | undefined
}

/** What a chat completion takes. */
export type ChatPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }
export interface ChatLine {
  role: 'user' | 'assistant'
  content: string | readonly ChatPart[]
}

const LONGEST_LINE = 4_000
const UNSEEN_PICTURE = '[imagem que você não pode ver]'
export const SILENCE = '[áudio sem palavras]'

/* What a model is told of a customer's message that has no words, in the language of its instruction. */
function describeContent({ kind }: Message, { media, location, vcard }: MessageDocument): string {
  switch (kind) {
    case 'audio':
      return '[áudio que você não pode ouvir]'
    case 'image':
      return media ? '' : UNSEEN_PICTURE
    case 'video':
      return '[vídeo que você não pode ver]'
    case 'application':
      return `[arquivo que você não pode abrir: ${media?.name ?? ''}]`
    case 'sticker':
      return '[figurinha]'
    case 'locationMessage':
      return `[localização: ${location?.name ?? ''} ${location?.address ?? ''}]`
    case 'vcard':
      return `[contato: ${parseVcard(vcard)?.name ?? ''}]`
    default:
      return ''
  }
}

/** The line of a message; undefined for a deleted one, for a notice, and for one of ours without words. */
export function buildLine(
  message: Message,
  document: MessageDocument | undefined,
): ConversationLine | undefined {
  if (message.deleted || !document || isNotice(message.kind)) return undefined
  const { id, fromMe, kind } = message
  const said = document.transcript === '' ? SILENCE : document.transcript
  const text = document.body.trim() || said || (fromMe ? '' : describeContent(message, document))
  const picture = !fromMe && kind === 'image' ? document.media : undefined
  if (text === '' && !picture) return undefined
  return { id, role: fromMe ? 'assistant' : 'user', text: text.slice(0, LONGEST_LINE), picture }
}

/** @param picture as a data URL; undefined where the model does not get it, which is then said. */
export function toChatLine(
  { role, text, picture: known }: ConversationLine,
  picture: string | undefined,
): ChatLine {
  if (!known) return { role, content: text }
  if (picture === undefined) return { role, content: `${text}\n${UNSEEN_PICTURE}`.trim() }
  const words: ChatPart[] = text === '' ? [] : [{ type: 'text', text }]
  return { role, content: [...words, { type: 'image_url', image_url: { url: picture } }] }
}
