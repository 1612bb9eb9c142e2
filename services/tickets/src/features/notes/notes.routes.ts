import * as http from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { createNote, deleteNote, listNotes, type NoteDeps } from './notes'

/** Mounts `/ticket-notes`. */
export function noteRoutes(edge: HttpEdge, deps: NoteDeps): void {
  edge.route(http.listNotes, ({ session, query }) => listNotes(deps, session, query))
  edge.route(http.createNote, ({ session, body }) => createNote(deps, session, body))
  edge.route(http.deleteNote, async ({ session, params }) => {
    await deleteNote(deps, session, params.noteId)
    return { message: 'Note deleted' }
  })
}
