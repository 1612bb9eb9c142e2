import { useCallback, useEffect, useRef, useState } from 'react'

import { isOverUploadLimit } from '../../../lib/upload-limit'

export interface Attachment {
  id: string
  file: File
  caption: string
  /** For the thumbnail of pictures; '' otherwise. */
  url: string
  /** Why it cannot be sent; null when it can. */
  refused: 'empty' | 'large' | null
}

export const MAX_FILES = 10

const checkFile = (file: File): Attachment['refused'] =>
  file.size === 0 ? 'empty' : isOverUploadLimit(file) ? 'large' : null

/** The files being prepared: picked, pasted and dropped ones join, none replaces another. */
export const useAttachments = () => {
  const [attachments, setAttachments] = useState<Attachment[]>([])
  const latest = useRef(attachments)
  latest.current = attachments

  /** The caption is the first one's. True when there were too many. */
  const add = useCallback((files: File[], caption = '') => {
    const room = MAX_FILES - latest.current.length
    const joining = files.slice(0, Math.max(0, room)).map((file, index) => ({
      id: crypto.randomUUID(),
      file,
      caption: index === 0 ? caption : '',
      url: file.type.startsWith('image/') ? URL.createObjectURL(file) : '',
      refused: checkFile(file),
    }))
    setAttachments((now) => [...now, ...joining])
    return files.length > room
  }, [])

  const remove = useCallback((id: string) => {
    setAttachments((now) =>
      now.filter((attachment) => {
        if (attachment.id === id) URL.revokeObjectURL(attachment.url)
        return attachment.id !== id
      }),
    )
  }, [])

  const setCaption = useCallback((id: string, caption: string) => {
    setAttachments((now) =>
      now.map((attachment) => (attachment.id === id ? { ...attachment, caption } : attachment)),
    )
  }, [])

  const clear = useCallback(() => {
    for (const { url } of latest.current) URL.revokeObjectURL(url)
    setAttachments([])
  }, [])

  useEffect(
    () => () => {
      for (const { url } of latest.current) URL.revokeObjectURL(url)
    },
    [],
  )

  return { attachments, add, remove, setCaption, clear }
}

export type Attachments = ReturnType<typeof useAttachments>
