const messages = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.chat [data-message]')]

/** Moves the focus to the newest message on screen. False when there is none. */
export const focusLastMessage = (): boolean => {
  const last = messages().at(-1)
  last?.focus()
  return last !== undefined
}

/** Moves the focus one message up or down; below the last one it goes to the composer. */
export const focusNeighbour = (from: HTMLElement, step: 1 | -1): void => {
  const all = messages()
  const next = all[all.indexOf(from) + step]
  if (next) {
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
  } else if (step === 1) document.getElementById('message')?.focus()
}
