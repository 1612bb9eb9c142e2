import type { QuickMessage } from './quick-message'
import type { QuickMessageDeps } from './quick-message-deps'

/**
 * The file of a quick message that no longer names it: deleted by the sweep a day later, since composers may still
 * read it. Sent messages have copies of their own.
 */
export async function releaseFile(
  { pendingBlobs }: Pick<QuickMessageDeps, 'pendingBlobs'>,
  { companyId, media }: Pick<QuickMessage, 'companyId' | 'media'>,
): Promise<void> {
  if (media) await pendingBlobs.expect(companyId, [media.key])
}
