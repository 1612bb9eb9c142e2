import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useGetContactImportQuery } from '../../data/contact-imports.api'
import '../../data/contact-imports.live'
import { translateError } from '../../lib/error-toast'
import { ImportResult } from './import-result'
import './import-dialog.css'

/* The event of the last rows may come before the answer that this shows: hence it is asked for again. */
const ASK_AGAIN_MS = 3_000

/** How far an import is, then what became of its rows. */
export const ImportProgress = ({ importId }: { importId: number }) => {
  const { t } = useTranslation('contacts')
  const [isDone, setDone] = useState(false)
  const { data, error } = useGetContactImportQuery(importId, { pollingInterval: isDone ? 0 : ASK_AGAIN_MS })
  if (error && !data) return <Alert severity="error">{translateError(error)}</Alert>
  if (data?.status === 'done') {
    if (!isDone) setDone(true)
    return <ImportResult result={data} />
  }
  const done = data ? data.created + data.existing + data.failed : 0
  const label = data ? t('import.progress', { done, total: data.total }) : t('import.reading')
  return (
    <div className="import-progress" role="status">
      <p>{label}</p>
      <LinearProgress
        aria-label={t('import.title')}
        variant={data ? 'determinate' : 'indeterminate'}
        value={data ? (100 * done) / Math.max(1, data.total) : undefined}
      />
    </div>
  )
}
