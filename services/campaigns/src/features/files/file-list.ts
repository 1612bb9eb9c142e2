import type { CompanyId, FileListId, UserId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

export interface FileOption {
  /** Unique within its list; never used again. */
  id: number
  /** Sent as the file's caption. */
  name: string
  media: Media | null
}

/** A message with files, sent in their order. */
export interface FileList {
  id: FileListId
  companyId: CompanyId
  /** Who made it. */
  userId: UserId
  name: string
  message: string
  options: readonly FileOption[]
  createdAt: Date
  updatedAt: Date
}

export interface OptionDraft {
  /** Of an option that is kept. */
  id: number | undefined
  name: string
}

const nextId = (options: readonly FileOption[]): number => Math.max(0, ...options.map(({ id }) => id)) + 1

/** The drafts as options, in their order: known ids keep their file, others are new. */
export function replaceOptions(options: readonly FileOption[], drafts: readonly OptionDraft[]): FileOption[] {
  let next = nextId(options)
  const kept = new Set<number>()
  return drafts.map(({ id, name }) => {
    const known = options.find((option) => option.id === id && !kept.has(option.id))
    if (!known) return { id: next++, name, media: null }
    kept.add(known.id)
    return { ...known, name }
  })
}

/** The options with a file each for `ids`, the first for the first. @throws {AppError} ERR_NO_FILE_FOUND for an unknown id. */
export function attachFiles(
  options: readonly FileOption[],
  ids: readonly number[],
  medias: readonly Media[],
): FileOption[] {
  if (ids.some((id) => !options.some((option) => option.id === id))) throw new AppError('ERR_NO_FILE_FOUND')
  return options.map((option) => {
    const media = medias[ids.lastIndexOf(option.id)]
    return media ? { ...option, media } : option
  })
}

export const listKeys = (options: readonly FileOption[]): string[] =>
  options.flatMap(({ media }) => (media ? [media.key] : []))
