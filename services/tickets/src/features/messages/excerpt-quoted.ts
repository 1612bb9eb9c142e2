import type { QuotedMessage } from '@balcao/contracts/wire'

import type { Message } from './message'
import type { MessageDocument } from './message-documents.port'

const EXCERPT_LENGTH = 500

/** The excerpt of a quoted message that is stored in the answer. */
export const excerptQuoted = (
  message: Pick<Message, 'id' | 'deleted' | 'preview' | 'kind' | 'fromMe'>,
  document: MessageDocument | undefined,
): QuotedMessage => ({
  id: message.id,
  body: message.deleted ? '' : [...(document?.body || message.preview)].slice(0, EXCERPT_LENGTH).join(''),
  kind: message.kind,
  fromMe: message.fromMe,
  senderName: message.deleted ? '' : (document?.senderName ?? ''),
})
