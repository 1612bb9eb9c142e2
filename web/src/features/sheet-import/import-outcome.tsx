import type { ContactImportView, ImportFaultView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import { useTranslation } from 'react-i18next'

import { translateError } from '../../lib/error-toast'
import { ImportResult } from './import-result'
import './sheet-import.css'

export interface ImportOutcomeProps {
  /** Undefined until it is loaded. */
  data: ContactImportView | undefined
  error: unknown
  faults: ImportFaultView[]
}

/** How far an import is, then what became of its rows. */
export const ImportOutcome = ({ data, error, faults }: ImportOutcomeProps) => {
  const { t } = useTranslation('contacts')
  if (error && !data) return <Alert severity="error">{translateError(error)}</Alert>
  if (data?.status === 'done') return <ImportResult result={data} faults={faults} />
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
