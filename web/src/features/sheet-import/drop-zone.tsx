import Button from '@mui/material/Button'
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'

import './sheet-import.css'
import { listFormats, type SheetFormat } from './sheet-formats'

const SAMPLE = '/public/import-contatos.xlsx'

interface DropZoneProps {
  formats: readonly SheetFormat[]
  onFile: (file: File) => void
}

/** Takes one spreadsheet, dropped or chosen. */
export const DropZone = ({ formats, onFile }: DropZoneProps) => {
  const { t, i18n } = useTranslation('contacts')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => {
    if (file) onFile(file)
  }
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take(target.files?.[0])
    // The same file may be chosen again.
    target.value = ''
  }
  return (
    <div
      className={isOver ? 'drop-zone drop-zone--over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <p>{t('import.drop', { formats: listFormats(formats, i18n.language) })}</p>
      <Button variant="outlined" onClick={() => input.current?.click()}>
        {t('import.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={formats.join()}
        hidden
        aria-label={t('import.choose')}
        onChange={handleChange}
      />
      <small>
        {t('import.columns')}{' '}
        <a href={SAMPLE} download>
          {t('import.sample')}
        </a>
      </small>
    </div>
  )
}
