import type { CompanyId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { mediaKey } from '@balcao/kernel'

import type { MessageDeps } from './message-deps'

type Deps = Pick<MessageDeps, 'blobs' | 'pendingBlobs' | 'ids' | 'clock'>

/**
 * A copy of the file in the blob store; undefined when the file is gone. Copies that no message claims are removed a day later.
 * @param naming of the copy: with the same one a repeat makes no other copy
 */
export async function copyMedia(
  deps: Deps,
  companyId: CompanyId,
  media: Media,
  naming = { token: deps.ids.token(16), now: deps.clock.now() },
): Promise<Media | undefined> {
  const content = await deps.blobs.get(media.key)
  if (!content) return undefined
  const { mimeType } = media
  const key = mediaKey({ companyId, mimeType, ...naming })
  await deps.pendingBlobs.expect(companyId, [key])
  await deps.blobs.put(key, content)
  return { ...media, key }
}
