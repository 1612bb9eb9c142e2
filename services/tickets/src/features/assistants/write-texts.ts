import { Readable } from 'node:stream'

import type { CompanyId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { mediaKey, MINUTE } from '@balcao/kernel'

import type { CustomerText } from '../tickets'
import type { AssistantSay } from './assistant-reply'
import { readOggSeconds } from './ogg-seconds'
import { storeRemoteFile, type RemoteFileDeps } from './store-remote-file'

/* Of all files of one answer: less than what a claim leaves. */
const FILES_MS = MINUTE

/* Stored before the transaction; each message gets a copy, and this one is discarded. */
async function storeVoice(deps: RemoteFileDeps, companyId: CompanyId, content: Buffer): Promise<Media> {
  const mimeType = 'audio/ogg'
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  await deps.pendingBlobs.expect(companyId, [key])
  await deps.blobs.put(key, Readable.from(content))
  return {
    key,
    name: 'voz.ogg',
    mimeType,
    sizeBytes: content.length,
    width: 0,
    height: 0,
    durationSeconds: Math.ceil(readOggSeconds(content) ?? 0),
  }
}

async function toCustomerText(
  deps: RemoteFileDeps,
  companyId: CompanyId,
  { text, voice, fileUrl }: AssistantSay,
  signal: AbortSignal,
): Promise<CustomerText> {
  if (voice) return { body: '', file: await storeVoice(deps, companyId, voice), transcript: text }
  const file = fileUrl === undefined ? undefined : await storeRemoteFile(deps, companyId, fileUrl, signal)
  return file ? { body: '', file } : { body: text }
}

/** What is said to the customer, in order, with files in the blob store. Those that do not come in time are sent as links. */
export async function writeTexts(
  deps: RemoteFileDeps,
  companyId: CompanyId,
  says: readonly AssistantSay[],
): Promise<CustomerText[]> {
  const signal = AbortSignal.timeout(FILES_MS)
  const texts: CustomerText[] = []
  for (const say of says) texts.push(await toCustomerText(deps, companyId, say, signal))
  return texts
}
