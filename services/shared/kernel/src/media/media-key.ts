import { companyId, type CompanyId } from '@balcao/contracts'

const extensions: Readonly<Record<string, string>> = {
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

/** Without a dot; `bin` for a type we do not know. */
export const extensionOf = (mimeType: string): string =>
  Object.hasOwn(extensions, mimeType) ? (extensions[mimeType] ?? 'bin') : 'bin'

export interface MediaKeyParts {
  companyId: CompanyId
  mimeType: string
  /** 32 hex digits, random. */
  token: string
  now: Date
}

/** Every media file of a company is below it. */
export const companyFolder = (companyId: CompanyId): string => `companies/${companyId}`

/** The company whose folder a key is in; undefined for a key outside all of them. */
export function findCompanyOfKey(key: string): CompanyId | undefined {
  const id = /^companies\/([1-9]\d{0,9})\//.exec(key)?.[1]
  return id === undefined ? undefined : companyId(Number(id))
}

/** Object key of a media file: `companies/7/2026/11/<32 hex>.jpg`. Contains nothing from the sender. */
export function mediaKey({ companyId, mimeType, token, now }: MediaKeyParts): string {
  const [year, month] = now.toISOString().split('-')
  return `${companyFolder(companyId)}/${year}/${month}/${token}.${extensionOf(mimeType)}`
}
