import { useCallback, useState } from 'react'

/** A list page's dialog: of a new record, of one to edit or to delete. */
type RecordOverlay<R> = { kind: 'none' } | { kind: 'edit'; record?: R } | { kind: 'delete'; record: R }

/** Which dialog of a list page is open, and what opens and closes it. */
export const useRecordOverlay = <R>() => {
  const [overlay, show] = useState<RecordOverlay<R>>({ kind: 'none' })
  return {
    overlay,
    add: useCallback(() => show({ kind: 'edit' }), []),
    edit: useCallback((record: R) => show({ kind: 'edit', record }), []),
    remove: useCallback((record: R) => show({ kind: 'delete', record }), []),
    close: useCallback(() => show({ kind: 'none' }), []),
  }
}
