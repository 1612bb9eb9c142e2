export type { NoteStore } from './note.store'
export type { NoteDeps } from './notes'
