import type { MessageKind } from '@balcao/contracts'

import { kindOfMime } from '../whatsapp-driver'

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/3gpp': '3gp',
  'video/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'audio/webm': 'weba',
  'audio/amr': 'amr',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/plain': 'txt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
}

export const extensionOf = (mimeType: string): string => extensions[mimeType] ?? 'bin'

/** What the sender called it, unless its bytes say otherwise. A sticker is an image, a document may be anything. */
export function mediaKind(claimed: MessageKind, mimeType: string): MessageKind {
  const actual = kindOfMime(mimeType)
  if (claimed === 'application') return 'application'
  if (claimed === 'sticker') return actual === 'image' ? 'sticker' : actual
  return actual
}

/** `companies/7/2026/11/<32 hex>.jpg` */
export function mediaKey(companyId: number, now: Date, token: string, mimeType: string): string {
  const [year, month] = now.toISOString().split('-')
  return `companies/${companyId}/${year}/${month}/${token}.${extensionOf(mimeType)}`
}
