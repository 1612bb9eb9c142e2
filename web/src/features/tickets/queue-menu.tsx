import type { QueueRefView } from '@balcao/contracts'
import CheckBoxOutlined from '@mui/icons-material/CheckBoxOutlined'
import CheckBoxOutlineBlankOutlined from '@mui/icons-material/CheckBoxOutlineBlankOutlined'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'

export interface QueueMenuProps {
  open: boolean
  anchor: HTMLElement | null
  queues: readonly QueueRefView[]
  chosen: readonly number[]
  onToggle: (queueId: number) => void
  onClose: () => void
}

/** Queues with a box each; it stays open while they are chosen. */
export const QueueMenu = ({ open, anchor, queues, chosen, onToggle, onClose }: QueueMenuProps) => {
  const { t } = useTranslation('tickets')
  return (
    <Menu
      open={open}
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        root: { role: 'region', 'aria-label': t('manager.chooseQueues') },
        paper: { sx: { maxHeight: 360, minWidth: anchor?.clientWidth ?? 0 } },
      }}
    >
      {queues.map(({ id, name, color }) => (
        <MenuItem
          key={id}
          role="menuitemcheckbox"
          aria-checked={chosen.includes(id)}
          onClick={() => onToggle(id)}
        >
          {chosen.includes(id) ? (
            <CheckBoxOutlined fontSize="small" color="primary" />
          ) : (
            <CheckBoxOutlineBlankOutlined fontSize="small" sx={{ color: 'var(--ink3)' }} />
          )}
          <span className="queue-dot" style={{ background: color }} />
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
