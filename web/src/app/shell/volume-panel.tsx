import Popover from '@mui/material/Popover'
import { useTranslation } from 'react-i18next'

import type { BarPanelProps } from './bar-popover'
import { VolumeSlider, type VolumeProps } from './volume-slider'

export const VolumePanel = ({ open, anchor, onClose, ...props }: BarPanelProps & VolumeProps) => {
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
