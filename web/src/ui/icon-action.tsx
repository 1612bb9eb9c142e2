import IconButton, { type IconButtonProps } from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'

export interface IconActionProps extends Omit<IconButtonProps, 'aria-label' | 'title'> {
  /** What it does: read aloud and shown on hover. */
  label: string
  /** Its key, shown after the label. */
  keys?: string
}

/** A button that is only an icon, with a name for everyone. */
export const IconAction = ({ label, keys, ...button }: IconActionProps) => {
  const icon = <IconButton {...button} aria-label={label} />
  // A disabled button hears no pointer, so it could not close its tooltip either.
  return button.disabled ? icon : <Tooltip title={keys ? `${label} (${keys})` : label}>{icon}</Tooltip>
}
