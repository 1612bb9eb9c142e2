import type { PictureType } from './picture-type'

/** A task of the worker thread; one at a time, after its preparation. */
export type MediaTask =
  | { kind: 'picture'; type: PictureType; bytes: Uint8Array; maxSide: number }
  | { kind: 'document'; bytes: Uint8Array; maxSide: number }
  | { kind: 'sound'; parts: readonly (readonly Uint8Array[])[]; channels: number }

/** What a task needs is loaded first: our own programs, which a busy machine may load slowly. Answered `ready`. */
export type Preparation = { kind: 'prepare'; for: MediaTask['kind']; type?: PictureType }

/** The worker thread's answer. A task that fails ends the thread and has no answer. */
export type MediaAnswer =
  | { kind: 'picture'; width: number; height: number; thumbnail: Uint8Array }
  | { kind: 'document'; thumbnail: Uint8Array }
  | { kind: 'sound'; waveform: Uint8Array }
