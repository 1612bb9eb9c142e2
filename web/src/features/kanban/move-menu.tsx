import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { findLaneByKey, type Lane } from './lanes'

export interface MoveMenuProps {
  anchor: HTMLElement | null
  lanes: readonly Lane[]
  /** Where the card is. */
  laneId: number
  onMove: (lane: Lane) => void
  onClose: () => void
}

/** The lanes that a card may go to; a digit chooses one. */
export const MoveMenu = ({ anchor, lanes, laneId, onMove, onClose }: MoveMenuProps) => {
  const { t } = useTranslation('kanban')
  const choose = (lane: Lane) => {
    onClose()
    if (lane.id !== laneId) onMove(lane)
  }
  const handleKey = (event: KeyboardEvent) => {
    const lane = findLaneByKey(lanes, event.key)
    if (!lane) return
    event.preventDefault()
    choose(lane)
  }
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      onKeyDownCapture={handleKey}
      slotProps={{
        root: { role: 'region', 'aria-label': t('moveTo') },
        list: { 'aria-label': t('moveTo') },
        paper: { sx: { minWidth: 220, maxHeight: 420 } },
      }}
    >
      <ListSubheader role="presentation">{t('moveTo')}</ListSubheader>
      {lanes.map((lane, index) => (
        <MenuItem key={lane.id} selected={lane.id === laneId} onClick={() => choose(lane)}>
          <span className="queue-dot" style={{ background: lane.color ?? 'var(--ink3)' }} />
          <ListItemText>{lane.name}</ListItemText>
          {index < 9 ? <kbd className="kanban-key">{index + 1}</kbd> : null}
        </MenuItem>
      ))}
    </Menu>
  )
}
