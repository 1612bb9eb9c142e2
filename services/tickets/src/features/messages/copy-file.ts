import type { CompanyId } from '@balcao/contracts'
import { mediaKey } from '@balcao/kernel'

import type { CustomerText } from '../tickets'
import type { MessageDeps } from './message-deps'
import type { OutgoingPart } from './outgoing'

/**
 * The text as a message to send, with a copy of its file in the blob store. Without the file when that is gone. Copies that no
 * message claims are removed a day later.
 */
export async function copyFile(
  deps: Pick<MessageDeps, 'blobs' | 'pendingBlobs' | 'ids' | 'clock'>,
  companyId: CompanyId,
  { body, file }: CustomerText,
): Promise<OutgoingPart> {
  const content = file && (await deps.blobs.get(file.key))
  if (!file || !content) return { body: body || (file?.name ?? '') }
  const key = mediaKey({
    companyId,
    mimeType: file.mimeType,
    token: deps.ids.token(16),
    now: deps.clock.now(),
  })
  await deps.pendingBlobs.expect(companyId, [key])
  await deps.blobs.put(key, content)
  return { body, media: { ...file, key } }
}
