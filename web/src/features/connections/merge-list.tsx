import type { MergeView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { useListMergesQuery, useUndoMergeMutation } from '../../data/connections.api'
import { translateError, showError } from '../../lib/error-toast'
import { formatShortDayTime } from '../../lib/format-date'
import { formatPhone } from '../../lib/format-phone'
import { ErrorState } from '../../ui/error-state'

const PHONE = 'phone:'

const formatMoment = (iso: string) => formatShortDayTime(new Date(iso))

const Merge = ({ connectionId, merge }: { connectionId: number; merge: MergeView }) => {
  const { t } = useTranslation('connections')
  const [undo, { isLoading }] = useUndoMergeMutation()
  const phones = merge.names.filter((name) => name.startsWith(PHONE))
  const names =
    phones.length > 0
      ? phones.map((name) => formatPhone(name.slice(PHONE.length))).join(', ')
      : t('lanes.lid')
  const handleUndo = async () => {
    const result = await undo({ id: connectionId, mergeId: merge.id })
    if (result.error) showError(result.error)
  }
  return (
    <li>
      <span>
        {names}
        <small>
          {merge.undoneAt
            ? t('lanes.undone', { at: formatMoment(merge.undoneAt) })
            : formatMoment(merge.mergedAt)}
        </small>
      </span>
      {merge.undoneAt ? null : (
        <Button
          size="small"
          loading={isLoading}
          aria-label={t('lanes.undoLabel', { names })}
          onClick={() => void handleUndo()}
        >
          {t('lanes.undo')}
        </Button>
      )}
    </li>
  )
}

/** Merged conversations, each with a button that separates it. */
export const MergeList = ({ connectionId }: { connectionId: number }) => {
  const { t } = useTranslation('connections')
  const { data: merges, error, refetch } = useListMergesQuery(connectionId)
  return (
    <section className="lanes__merges">
      <h3>{t('lanes.merges')}</h3>
      {error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null}
      {merges ? <p>{t(merges.length === 0 ? 'lanes.noMerges' : 'lanes.mergesText')}</p> : null}
      <ul>
        {merges?.map((merge) => (
          <Merge key={merge.id} connectionId={connectionId} merge={merge} />
        ))}
      </ul>
    </section>
  )
}
