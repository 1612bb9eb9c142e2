import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslation } from 'react-i18next'

/** How to install from the share menu of Apple's browsers, which offer no question of their own. */
export const InstallSheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog open onClose={onClose} aria-labelledby="install-title">
      <DialogTitle id="install-title">{t('pwa.title')}</DialogTitle>
      <DialogContent>
        <ol>
          <li>{t('pwa.share')}</li>
          <li>{t('pwa.add')}</li>
        </ol>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
