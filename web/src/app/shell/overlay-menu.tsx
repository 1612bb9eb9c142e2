import Drawer from '@mui/material/Drawer'
import { useTranslation } from 'react-i18next'

import { Navigation } from './navigation'

export interface OverlayMenuProps {
  open: boolean
  onClose: () => void
}

/** The main menu on phones, over the page. */
export const OverlayMenu = ({ open, onClose }: OverlayMenuProps) => {
  const { t } = useTranslation()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{
        paper: { sx: { width: 304, border: 0, borderRadius: 0 }, 'aria-label': t('shell.mainMenu') },
      }}
    >
      <Navigation collapsed={false} onNavigate={onClose} />
    </Drawer>
  )
}
