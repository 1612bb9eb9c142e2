import { useRef } from 'react'

export interface FilePickerOptions {
  /** As of `<input accept>`. */
  accept?: string
  multiple?: boolean
}

/** Picks files through a hidden input, which the browser's dialog needs. */
export const useFilePicker = (
  onFiles: (files: File[]) => void,
  { accept, multiple = false }: FilePickerOptions = {},
) => {
  const input = useRef<HTMLInputElement>(null)
  const element = (
    <input
      ref={input}
      type="file"
      accept={accept}
      multiple={multiple}
      hidden
      aria-hidden="true"
      tabIndex={-1}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])])
        // The same file may be picked again.
        event.target.value = ''
      }}
    />
  )
  return { element, pick: () => input.current?.click() }
}
