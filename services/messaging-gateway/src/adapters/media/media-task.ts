import type { PictureType } from './picture-type'

/** What the worker thread is asked, one at a time. */
export type MediaTask =
  | { kind: 'picture'; type: PictureType; bytes: Uint8Array; maxSide: number }
  | { kind: 'sound'; parts: readonly (readonly Uint8Array[])[]; channels: number }

/** Its answer; a task that fails ends the thread. */
export type MediaAnswer =
  | { kind: 'picture'; width: number; height: number; thumbnail: Uint8Array }
  | { kind: 'sound'; waveform: Uint8Array }
