import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { QueueRefView } from '@balcao/contracts'
import { useId } from 'react'

export interface QueueFieldProps {
  queues: readonly Pick<QueueRefView, 'id' | 'name'>[]
  label: string
  value: number | ''
  /** Name of "none of them"; without it one must be chosen. */
  none?: string | undefined
  hint?: string | undefined
  isWrong?: boolean
  onChange: (queueId: number | '') => void
}

/** The queue that a ticket goes to. */
export const QueueField = ({
  queues,
  label,
  value,
  none,
  hint,
  isWrong = false,
  onChange,
}: QueueFieldProps) => (
  <TextField
    select
    id={useId()}
    label={label}
    value={value}
    slotProps={{ select: { displayEmpty: none !== undefined } }}
    error={isWrong}
    helperText={hint}
    onChange={(event) => onChange(event.target.value === '' ? '' : Number(event.target.value))}
  >
    {none === undefined ? null : <MenuItem value="">{none}</MenuItem>}
    {queues.map((queue) => (
      <MenuItem key={queue.id} value={queue.id}>
        {queue.name}
      </MenuItem>
    ))}
  </TextField>
)
