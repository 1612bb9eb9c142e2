import {
  hasErased,
  retentionField,
  retentionKinds,
  type RetentionKind,
  type RetentionView,
} from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useReadRetentionQuery } from '../../data/retention.api'
import { currentLanguage } from '../../i18n/i18n'
import { translateError } from '../../lib/error-toast'
import { formatDay, formatDayTime } from '../../lib/format-date'
import { formatNumber } from '../../lib/format-number'
import { polled } from '../../lib/polled'
import { ErrorState } from '../../ui/error-state'
import { RetentionDialog, useErasedWords } from './retention-dialog'

/* What is erased at present, and what was by the last run. */
const useProgress = (retention: RetentionView, kind: RetentionKind): string[] => {
  const { t } = useTranslation('settings')
  const words = useErasedWords()
  const { isRunning, left, erasedBefore, lastRunAt, erased } = retention[kind]
  const ofChats = kind === 'chats'
  const lines: string[] = []
  if (isRunning)
    lines.push(
      t(ofChats ? 'retention.leftChats' : 'retention.left', {
        count: left,
        left: formatNumber(left, currentLanguage()),
      }),
    )
  if (erasedBefore)
    lines.push(
      t(ofChats ? 'retention.untilChats' : 'retention.until', { day: formatDay(new Date(erasedBefore)) }),
    )
  if (lastRunAt && !isRunning) {
    const at = formatDayTime(new Date(lastRunAt))
    lines.push(
      hasErased(erased)
        ? t('retention.last', { at, erased: words(kind, erased) })
        : t('retention.lastNothing', { at }),
    )
  }
  return lines
}

const Kind = ({ retention, kind }: { retention: RetentionView; kind: RetentionKind }) => {
  const { t } = useTranslation('settings')
  const months = retention[retentionField(kind)]
  const progress = useProgress(retention, kind)
  return (
    <div className="setting retention__kind">
      <div className="setting__text">
        <b>{t(`retention.${kind}`)}</b>
        {progress.map((line) => (
          <small key={line}>{line}</small>
        ))}
      </div>
      <span>{months === null ? t('retention.forever') : t('retention.after', { count: months })}</span>
    </div>
  )
}

/** How long messages and files of closed tickets and messages of internal chats are kept, and how far their erasure is. */
export const RetentionSection = () => {
  const { t } = useTranslation('settings')
  const id = useId()
  const { data, error, refetch } = useReadRetentionQuery(undefined, polled)
  const [isEditing, setEditing] = useState(false)
  if (error && !data) return <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <section className="setting-group" aria-labelledby={id}>
      <h2 id={id}>{t('retention.title')}</h2>
      {retentionKinds.map((kind) => (
        <Kind key={kind} retention={data} kind={kind} />
      ))}
      <div className="retention__actions">
        <Button size="small" onClick={() => setEditing(true)}>
          {t('retention.change')}
        </Button>
      </div>
      {isEditing ? <RetentionDialog retention={data} onClose={() => setEditing(false)} /> : null}
    </section>
  )
}
