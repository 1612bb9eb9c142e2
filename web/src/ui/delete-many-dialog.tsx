import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { readApiError } from '../lib/api-error'
import { translateError } from '../lib/error-toast'
import { toast } from '../lib/toast'
import { ConfirmDialog } from './confirm-dialog'

/** Reasons that a toast has room for. */
const MOST_NAMED = 3

export interface DeleteManyDialogProps<R> {
  records: readonly R[]
  name: (record: R) => string
  text: string
  /** A mutation: answers an error instead of throwing. */
  remove: (record: R) => Promise<{ error?: unknown }>
  onClose: () => void
}

/* One after the other, so that each has its own answer; the first that does not reach the server is the last. */
async function removeAll<R>(
  { records, name, remove }: DeleteManyDialogProps<R>,
  tell: (done: number) => void,
): Promise<string[]> {
  const refused: string[] = []
  for (const [done, record] of records.entries()) {
    tell(done)
    const { error } = await remove(record)
    if (!error) continue
    refused.push(`${name(record)} (${translateError(error)})`)
    if (readApiError(error).kind === 'network') return [...refused, ...records.slice(done + 1).map(name)]
  }
  return refused
}

/** Asks once before several records are deleted, and says how many were and which refused. */
export const DeleteManyDialog = <R,>(props: DeleteManyDialogProps<R>) => {
  const { t } = useTranslation()
  const [done, setDone] = useState<number>()
  const { records, text, onClose } = props
  const count = records.length
  const handleConfirm = async () => {
    const refused = await removeAll(props, setDone)
    const deleted = count - refused.length
    const more = refused.length - MOST_NAMED
    const reasons = [
      ...refused.slice(0, MOST_NAMED),
      ...(more > 0 ? [t('selection.more', { count: more })] : []),
    ].join('; ')
    const said = t('selection.deleted', { count: deleted })
    if (refused.length === 0) toast.success(said)
    else toast.warning(`${said} ${t('selection.refused', { count: refused.length, reasons })}`)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={t('selection.deleteTitle', { count })}
      text={done === undefined ? text : t('selection.running', { done: done + 1, of: count })}
      confirmLabel={t('actions.delete')}
      destructive
      busy={done !== undefined}
      onCancel={onClose}
      onConfirm={() => void handleConfirm()}
    />
  )
}
