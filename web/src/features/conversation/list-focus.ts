/** Navigation state: the focus stays in the list of tickets, so that the next key is not typed into a message. */
export const listFocus = { focus: 'list' } as const

export const keepsListFocus = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'focus' in state && state.focus === listFocus.focus
