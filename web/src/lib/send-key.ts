import type { KeyboardEvent } from 'react'

/** Whether a key in a message's field sends it: Enter alone. On a phone's keyboard Enter begins a line. */
export const isSendKey = (event: KeyboardEvent, isTouch: boolean): boolean =>
  event.key === 'Enter' &&
  !isTouch &&
  !event.shiftKey &&
  !event.ctrlKey &&
  // Of an input method: it takes what was composed.
  !event.nativeEvent.isComposing
