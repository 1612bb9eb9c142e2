import type { SheetPreviewView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { SheetColumns } from '../../data/file-form'
import '../../ui/list-table.css'
import './sheet-import.css'

const fields = ['name', 'number', 'email'] as const
type Field = (typeof fields)[number]
type Chosen = Record<Field, number | null>

/* Undefined while name or number has no column. */
const toColumns = ({ name, number, email }: Chosen): SheetColumns | undefined =>
  name === null || number === null ? undefined : { name, number, email }

interface ColumnFieldProps {
  field: Field
  header: readonly string[]
  value: number | null
  onChange: (column: number | null) => void
}

const ColumnField = ({ field, header, value, onChange }: ColumnFieldProps) => {
  const { t } = useTranslation('contacts')
  const id = useId()
  return (
    <TextField
      id={id}
      select
      size="small"
      label={t(`import.mapping.${field}`)}
      required={field !== 'email'}
      value={value ?? ''}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <MenuItem value="">{t(field === 'email' ? 'import.mapping.none' : 'import.mapping.choose')}</MenuItem>
      {header.map((name, column) => (
        <MenuItem key={column} value={column}>
          {name || t('import.mapping.column', { number: column + 1 })}
        </MenuItem>
      ))}
    </TextField>
  )
}

const FirstRows = ({ preview: { rows }, chosen }: { preview: SheetPreviewView; chosen: Chosen }) => {
  const { t } = useTranslation('contacts')
  const shown = fields.filter((field) => chosen[field] !== null)
  return (
    <div className="list-table" role="region" aria-label={t('import.mapping.rows')} tabIndex={0}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('import.mapping.line')}</TableCell>
            {shown.map((field) => (
              <TableCell key={field}>{t(`import.mapping.${field}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ row, cells }) => (
            <TableRow key={row}>
              <TableCell>{row}</TableCell>
              {shown.map((field) => (
                <TableCell key={field}>{cells[chosen[field] ?? 0] ?? ''}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

export interface ColumnMappingProps {
  preview: SheetPreviewView
  onStart: (columns: SheetColumns) => void
  onBack: () => void
}

/** Which columns are name, number and e-mail, with the first rows as they will be read. */
export const ColumnMapping = ({ preview, onStart, onBack }: ColumnMappingProps) => {
  const { t } = useTranslation('contacts')
  const [chosen, setChosen] = useState<Chosen>(preview.columns)
  const columns = toColumns(chosen)
  return (
    <div className="column-mapping">
      <p>{t('import.mapping.lead')}</p>
      <div className="column-mapping__fields">
        {fields.map((field) => (
          <ColumnField
            key={field}
            field={field}
            header={preview.header}
            value={chosen[field]}
            onChange={(column) => setChosen({ ...chosen, [field]: column })}
          />
        ))}
      </div>
      <FirstRows preview={preview} chosen={chosen} />
      <div className="column-mapping__actions">
        <Button color="secondary" onClick={onBack}>
          {t('import.mapping.back')}
        </Button>
        <Button variant="contained" disabled={!columns} onClick={() => columns && onStart(columns)}>
          {t('import.mapping.start')}
        </Button>
      </div>
    </div>
  )
}
