import { randomBytes } from 'node:crypto'

import type { GraphNetwork } from './network'

/** An upload that has begun, by its id without the signature. */
export interface UploadSession {
  id: string
  /** Goes with the id as its query. */
  signature: string
  appId: string
  mimeType: string
  sizeBytes: number
  content: Buffer
  expiresAtMs: number
}

/** A file that an app has uploaded, by its handle. */
export interface UploadedSample {
  appId: string
  mimeType: string
  content: Buffer
  expiresAtMs: number
}

/** Types that the guide lists; `image/jpg` stands for `image/jpeg` (docs/graph-api/guides/upload, v26.0, read 2026-11-29). */
export const UPLOAD_TYPES: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png', 'video/mp4']

export function openSession(
  network: GraphNetwork,
  file: Pick<UploadSession, 'appId' | 'mimeType' | 'sizeBytes'>,
): UploadSession {
  const session: UploadSession = {
    ...file,
    id: `upload:${Buffer.from(`1:attachment:${network.newId()}`).toString('base64url')}`,
    signature: randomBytes(12).toString('base64url'),
    content: Buffer.alloc(0),
    expiresAtMs: network.nowMs() + network.settings.uploadSessionMs,
  }
  network.uploadSessions.set(session.id, session)
  return session
}

/** The session of an id and its signature, until it expires. */
export function findSession(network: GraphNetwork, id: string, signature: string): UploadSession | undefined {
  const session = network.uploadSessions.get(id)
  const isValid = session?.signature === signature && session.expiresAtMs > network.nowMs()
  return isValid ? session : undefined
}

/** The handle of the whole file, and the end of its session. As in the documents' example it begins with the type: `4::aW1hZ2UvanBlZw==:…`. */
export function finishSession(
  network: GraphNetwork,
  { id, appId, mimeType, content }: Pick<UploadSession, 'id' | 'appId' | 'mimeType' | 'content'>,
): string {
  network.uploadSessions.delete(id)
  const handle = `4::${Buffer.from(mimeType).toString('base64')}:${randomBytes(24).toString('base64url')}`
  const expiresAtMs = network.nowMs() + network.settings.sampleHandleMs
  network.samples.set(handle, { appId, mimeType, content, expiresAtMs })
  return handle
}
