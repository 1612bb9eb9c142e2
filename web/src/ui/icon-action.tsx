import IconButton, { type IconButtonProps } from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'

export interface IconActionProps extends Omit<IconButtonProps, 'aria-label' | 'title'> {
  /** What it does: read aloud and shown on hover. */
  label: string
  /** Its key, shown after the label. */
  keys?: string
}

/** A button that is only an icon, with a name for everyone. */
export const IconAction = ({ label, keys, ...button }: IconActionProps) => (
  <Tooltip title={keys ? `${label} (${keys})` : label}>
    <span style={{ display: 'inline-flex' }}>
      <IconButton {...button} aria-label={label} />
    </span>
  </Tooltip>
)
