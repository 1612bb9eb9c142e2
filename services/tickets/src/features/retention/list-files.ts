import type { CompanyId, MessageId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'

import type { MessageDocuments } from '../messages'
import type { ClosedMessage } from './closed-ticket.store'

export interface FileOfMessage {
  messageId: MessageId
  media: Media
}

/** The files of these messages that are still there. */
export async function listFiles(
  deps: { documents: MessageDocuments },
  companyId: CompanyId,
  messages: readonly ClosedMessage[],
): Promise<FileOfMessage[]> {
  const ids = messages.flatMap(({ id, mayHaveFile }) => (mayHaveFile ? [id] : []))
  const documents = await deps.documents.get(companyId, ids)
  return ids.flatMap((messageId) => {
    const media = documents.get(messageId)?.media
    return media ? [{ messageId, media }] : []
  })
}

export const sumBytes = (files: readonly FileOfMessage[]): number =>
  files.reduce((sum, { media }) => sum + media.sizeBytes, 0)
