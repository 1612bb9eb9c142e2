import type { QuotedMessage } from '@balcao/contracts/wire'

import type { Message } from './message'
import type { MessageDocument } from './message-documents.port'

const EXCERPT_LENGTH = 500

/** What an answer keeps of the message it quotes. */
export const quotedExcerpt = (message: Message, document: MessageDocument | undefined): QuotedMessage => ({
  id: message.id,
  body: message.deleted ? '' : [...(document?.body || message.preview)].slice(0, EXCERPT_LENGTH).join(''),
  kind: message.kind,
  fromMe: message.fromMe,
  senderName: message.deleted ? '' : (document?.senderName ?? ''),
})
