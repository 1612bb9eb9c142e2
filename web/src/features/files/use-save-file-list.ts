import type { FileListView } from '@balcao/contracts'
import { useRef, useState } from 'react'

import {
  useCreateFileListMutation,
  useUpdateFileListMutation,
  useUploadFileMutation,
} from '../../data/files.api'
import { toFileListBody, type FileListValues, type OptionValues } from './file-list.form'

export type UploadState = 'sending' | 'done'

/**
 * Saves the fields, then each picked file. A second try after a refused file changes what the first made and uploads only
 * what is missing.
 */
export const useSaveFileList = (list: FileListView | undefined) => {
  const [create] = useCreateFileListMutation()
  const [update] = useUpdateFileListMutation()
  const [upload] = useUploadFileMutation()
  const made = useRef(list)
  const ids = useRef(new Map<string, number>())
  const uploaded = useRef(new Set<File>())
  const [states, setStates] = useState<ReadonlyMap<string, UploadState>>(new Map())
  const mark = (key: string, state: UploadState) =>
    setStates((before) => new Map([...before, [key, state] as const]))

  const saveFields = async (values: FileListValues): Promise<FileListView> => {
    const body = toFileListBody(values, ids.current)
    const saved = made.current
      ? await update({ id: made.current.id, body }).unwrap()
      : await create(body).unwrap()
    made.current = saved
    saved.options.forEach(({ id }, index) => {
      const key = values.options[index]?.key
      if (key !== undefined) ids.current.set(key, id)
    })
    return saved
  }
  const saveFile = async (listId: number, { key, file }: OptionValues): Promise<void> => {
    const optionId = ids.current.get(key)
    if (!file || optionId === undefined || uploaded.current.has(file)) return
    mark(key, 'sending')
    await upload({ id: listId, optionId, file }).unwrap()
    uploaded.current.add(file)
    mark(key, 'done')
  }
  const save = async (values: FileListValues): Promise<void> => {
    const { id } = await saveFields(values)
    for (const option of values.options) await saveFile(id, option)
  }
  return { save, states }
}
