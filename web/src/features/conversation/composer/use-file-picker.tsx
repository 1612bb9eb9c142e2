import { useRef } from 'react'

/** Picks files; the browser's dialog needs an input, which nobody sees. */
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
