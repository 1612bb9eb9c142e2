import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ConnectionView } from '@balcao/contracts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

export interface ConnectionFieldProps {
  connections: ConnectionView[]
  value: number | ''
  onChange: (connectionId: number | '') => void
}

/** The connection of a ticket, with a dot for its status. */
export const ConnectionField = ({ connections, value, onChange }: ConnectionFieldProps) => {
  const { t } = useTranslation('tickets')
  const id = useId()
  const known = connections.some((connection) => connection.id === value)
  return (
    <TextField
      select
      id={id}
      label={t('transfer.connection')}
      value={known ? value : ''}
      slotProps={{ select: { displayEmpty: true } }}
      onChange={(event) => onChange(event.target.value === '' ? '' : Number(event.target.value))}
    >
      <MenuItem value="">{t('transfer.defaultConnection')}</MenuItem>
      {connections.map((connection) => (
        <MenuItem key={connection.id} value={connection.id}>
          <span className="presence" data-online={connection.status === 'CONNECTED' || undefined} />
          {connection.name}
          <span className="visually-hidden">
            {connection.status === 'CONNECTED' ? t('transfer.connected') : t('transfer.disconnected')}
          </span>
        </MenuItem>
      ))}
    </TextField>
  )
}
