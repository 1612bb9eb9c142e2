import Popover from '@mui/material/Popover'
import type { ReactNode } from 'react'

export interface BarPopoverProps {
  /** The button below which it opens; null while it is closed. */
  anchor: HTMLElement | null
  title: string
  widthPx: number
  onClose: () => void
  children: ReactNode
}

/** A list below a button of the top bar, with its title above it. */
export const BarPopover = ({ anchor, title, widthPx, onClose, children }: BarPopoverProps) => (
  <Popover
    open={anchor !== null}
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
