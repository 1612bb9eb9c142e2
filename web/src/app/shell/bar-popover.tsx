import Popover from '@mui/material/Popover'
import type { ReactNode } from 'react'

/** Of what opens below a button of the top bar. */
export interface BarPanelProps {
  open: boolean
  anchor: HTMLElement | null
  onClose: () => void
}

export interface BarPopoverProps extends BarPanelProps {
  title: string
  widthPx: number
  children: ReactNode
}

/** A list below a button of the top bar, with its title above it. */
export const BarPopover = ({ open, anchor, title, widthPx, onClose, children }: BarPopoverProps) => (
  <Popover
    open={open}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{
      paper: {
        role: 'dialog',
        'aria-label': title,
        sx: { width: widthPx, maxWidth: 'calc(100vw - 24px)', maxHeight: 'min(560px, 80vh)', mt: 1 },
      },
    }}
  >
    <h2 className="bell-title">{title}</h2>
    {children}
  </Popover>
)
