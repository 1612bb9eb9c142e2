import { useRef } from 'react'

/** Picks files through a hidden input, which the browser's dialog needs. */
export const useFilePicker = (onFiles: (files: File[]) => void) => {
  const input = useRef<HTMLInputElement>(null)
  const element = (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      aria-hidden="true"
      tabIndex={-1}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])])
        event.target.value = ''
      }}
    />
  )
  return { element, pick: () => input.current?.click() }
}
