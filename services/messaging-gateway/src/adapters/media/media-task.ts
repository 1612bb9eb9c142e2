import type { PictureType } from './picture-type'

/** A request to the worker thread; one at a time. */
export type MediaTask =
  | { kind: 'picture'; type: PictureType; bytes: Uint8Array; maxSide: number }
  | { kind: 'document'; bytes: Uint8Array; maxSide: number }
  | { kind: 'sound'; parts: readonly (readonly Uint8Array[])[]; channels: number }

/** The worker thread's answer. A task that fails ends the thread and has no answer. */
export type MediaAnswer =
  | { kind: 'picture'; width: number; height: number; thumbnail: Uint8Array }
  | { kind: 'document'; thumbnail: Uint8Array }
  | { kind: 'sound'; waveform: Uint8Array }
