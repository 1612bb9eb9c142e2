import CheckBoxOutlined from '@mui/icons-material/CheckBoxOutlined'
import CheckBoxOutlineBlankOutlined from '@mui/icons-material/CheckBoxOutlineBlankOutlined'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useListQueuesQuery } from '../../data/queues.api'
import '../../data/queues.live'
import { isAdmin } from '../../data/ticket-lists'

export interface QueueChoiceProps {
  /** null: all of mine. */
  value: number[] | null
  onChange: (queueIds: number[] | null) => void
}

/** Which queues the lists show: mine, for administrators every one; all to begin with. */
export const QueueChoice = ({ value, onChange }: QueueChoiceProps) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const { data: all = [] } = useListQueuesQuery(undefined, { skip: !isAdmin(me) })
  const queues = isAdmin(me) ? all : me.queues
  const chosen = value ?? queues.map(({ id }) => id)
  const handleChange = (ids: number[]) =>
    onChange(ids.length === 0 || ids.length === queues.length ? null : ids)
  return (
    <Select
      multiple
      displayEmpty
      className="manager__queues"
      value={chosen}
      onChange={({ target }) => handleChange(typeof target.value === 'string' ? [] : target.value)}
      renderValue={() => t('manager.queues', { count: value === null ? queues.length : value.length })}
      inputProps={{ 'aria-label': t('manager.chooseQueues') }}
      MenuProps={{
        slotProps: {
          root: { role: 'region', 'aria-label': t('manager.chooseQueues') },
          paper: { sx: { maxHeight: 360 } },
        },
      }}
    >
      {queues.map((queue) => (
        <MenuItem key={queue.id} value={queue.id}>
          {chosen.includes(queue.id) ? (
            <CheckBoxOutlined fontSize="small" color="primary" />
          ) : (
            <CheckBoxOutlineBlankOutlined fontSize="small" sx={{ color: 'var(--ink3)' }} />
          )}
          <span className="queue-dot" style={{ background: queue.color }} />
          {queue.name}
        </MenuItem>
      ))}
    </Select>
  )
}
