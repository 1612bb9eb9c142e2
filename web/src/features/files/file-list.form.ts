import type { FileListView, MediaView } from '@balcao/contracts'

import type { NewFileList } from '../../data/files.api'

export interface OptionValues {
  /** Of the row in the dialog. */
  key: string
  /** undefined for an option that is not stored yet. */
  id: number | undefined
  name: string
  stored: MediaView | null
  /** Picked here, to be uploaded. */
  file: File | null
}

export interface FileListValues {
  name: string
  message: string
  options: OptionValues[]
}

export const newOption = (): OptionValues => ({
  key: crypto.randomUUID(),
  id: undefined,
  name: '',
  stored: null,
  file: null,
})

export const toFileListValues = (list: FileListView | undefined): FileListValues => ({
  name: list?.name ?? '',
  message: list?.message ?? '',
  options: (list?.options ?? []).map(({ id, name, media }) => ({
    key: String(id),
    id,
    name,
    stored: media,
    file: null,
  })),
})

/** @param ids of options that an earlier try of this dialog has stored, by key. */
export const toFileListBody = (
  { name, message, options }: FileListValues,
  ids: ReadonlyMap<string, number> = new Map(),
): NewFileList => ({
  name,
  message,
  options: options.map((option) => ({ id: option.id ?? ids.get(option.key), name: option.name })),
})
