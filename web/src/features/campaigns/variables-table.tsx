import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useUnsaved } from '../../lib/use-unsaved'
import { IconAction } from '../../ui/icon-action'
import { TrashIcon } from '../../ui/icons'
import { addVariable, type SettingsValues } from './campaign-settings.form'

export interface VariablesTableProps {
  variables: SettingsValues['variables']
  onChange: (variables: SettingsValues['variables']) => void
}

const empty = { key: '', value: '' }

/** The company's own variables, and a row to add one. */
export const VariablesTable = ({ variables, onChange }: VariablesTableProps) => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const [typed, setTyped] = useState(empty)
  useUnsaved(typed.key.trim() !== '' || typed.value.trim() !== '')
  const added = addVariable(variables, typed)
  const add = () => {
    onChange(added)
    setTyped(empty)
  }
  return (
    <section className="campaign-variables">
      <h2>{t('settings.variables')}</h2>
      {variables.length > 0 ? (
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t('settings.key')}</TableCell>
              <TableCell>{t('settings.value')}</TableCell>
              <TableCell align="right">{t('columns.actions')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {variables.map(({ key, value }) => (
              <TableRow key={key}>
                <TableCell component="th" scope="row">{`{${key}}`}</TableCell>
                <TableCell>{value}</TableCell>
                <TableCell align="right">
                  <IconAction
                    label={`${common('actions.delete')}: ${key}`}
                    onClick={() => onChange(variables.filter((variable) => variable.key !== key))}
                  >
                    <TrashIcon />
                  </IconAction>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ) : null}
      <div className="campaign-variables__add">
        <TextField
          label={t('settings.key')}
          value={typed.key}
          onChange={({ target }) => setTyped({ ...typed, key: target.value })}
        />
        <TextField
          label={t('settings.value')}
          value={typed.value}
          onChange={({ target }) => setTyped({ ...typed, value: target.value })}
        />
        <Button variant="outlined" disabled={added === variables} onClick={add}>
          {common('actions.add')}
        </Button>
      </div>
    </section>
  )
}
