import Popover from '@mui/material/Popover'
import { useTranslation } from 'react-i18next'

import { VolumeSlider, type VolumeProps } from './volume-slider'

export interface VolumePanelProps extends VolumeProps {
  open: boolean
  anchor: HTMLElement | null
  onClose: () => void
}

export const VolumePanel = ({ open, anchor, onClose, ...props }: VolumePanelProps) => {
  const { t } = useTranslation()
  return (
    <Popover
      open={open}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': t('shell.volume'), sx: { width: 220, px: 6, py: 3 } },
      }}
    >
      <VolumeSlider {...props} />
    </Popover>
  )
}
