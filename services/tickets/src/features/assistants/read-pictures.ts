import { buffer } from 'node:stream/consumers'

import type { MessageId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import type { BlobStore } from '@balcao/kernel'

import type { ConversationLine } from './conversation-line'

/* Pictures cost tokens and memory: the newest ones, as WhatsApp's apps send them. */
const MOST_PICTURES = 3
const MOST_BYTES = 3 * 1024 * 1024
const SEEN_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

function* choosePictures(history: readonly ConversationLine[]): Generator<{ id: MessageId; media: Media }> {
  let [left, bytesLeft] = [MOST_PICTURES, MOST_BYTES]
  for (const { id, picture: media } of history.toReversed()) {
    if (!media || left === 0) continue
    left -= 1
    if (!SEEN_TYPES.includes(media.mimeType) || media.sizeBytes > bytesLeft) continue
    bytesLeft -= media.sizeBytes
    yield { id, media }
  }
}

/** The newest pictures of a conversation as data URLs: three at most, 3 MiB together. Those that are gone are absent. */
export async function readPictures(
  { blobs }: { blobs: BlobStore },
  history: readonly ConversationLine[],
): Promise<Map<MessageId, string>> {
  const pictures = new Map<MessageId, string>()
  for (const { id, media } of choosePictures(history)) {
    const content = await blobs.get(media.key)
    if (content)
      pictures.set(id, `data:${media.mimeType};base64,${(await buffer(content)).toString('base64')}`)
  }
  return pictures
}
