import { CSV_MARK, writeCsvLine, type ContactImportView, type ImportFaultView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { saveFile } from '../../lib/save-file'

const MOST_SHOWN = 50

export const writeFaults = (faults: ImportFaultView[], words: (fault: ImportFaultView['fault']) => string) =>
  CSV_MARK +
  faults.map(({ row, name, number, fault }) => writeCsvLine([row, name, number, words(fault)])).join('\r\n')

interface Result {
  result: ContactImportView
  faults: ImportFaultView[]
}

const Faults = ({ result, faults }: Result) => {
  const { t } = useTranslation('contacts')
  const save = () =>
    saveFile(
      new Blob([writeFaults(faults, (fault) => t(`import.faults.${fault}`))], { type: 'text/csv' }),
      'erros.csv',
    )
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" disabled={faults.length === 0} onClick={save}>
          {t('import.download')}
        </Button>
      }
    >
      {t('import.failed', { count: result.failed })}
      <ul className="import-faults" tabIndex={0} aria-label={t('import.failed', { count: result.failed })}>
        {faults.slice(0, MOST_SHOWN).map(({ row, name, fault }) => (
          <li key={row}>
            {t('import.line', { row })} {name ? `${name} — ` : ''}
            {t(`import.faults.${fault}`)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** What became of the rows of an import. */
export const ImportResult = ({ result, faults }: Result) => {
  const { t } = useTranslation('contacts')
  return (
    <div className="import-result">
      <Alert severity="success" role="status">
        {t('import.created', { count: result.created })}
        {result.existing > 0 ? ` ${t('import.existing', { count: result.existing })}` : ''}
      </Alert>
      {result.failed > 0 ? <Faults result={result} faults={faults} /> : null}
    </div>
  )
}
