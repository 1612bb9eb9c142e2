import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toast as sonner, Toaster } from 'sonner'

import { useIsPhone } from '../lib/use-media'
import { useThemeMode } from '../lib/theme-mode'
import { openToaster } from '../lib/toast'
import './toasts.css'

/** Bottom left, where no send button is; on phones at the top. Three at most; hover and focus hold them. */
export const Toasts = () => {
  const { t } = useTranslation()
  const phone = useIsPhone()
  // After the toaster's own effect: it hears nothing that is said before.
  useEffect(() => openToaster(sonner), [])
  return (
    <Toaster
      position={phone ? 'top-center' : 'bottom-left'}
      theme={useThemeMode()}
      visibleToasts={3}
      gap={8}
      offset={16}
      mobileOffset={12}
      // Alt+T is sonner's default; here it transfers a ticket.
      hotkey={['F8']}
      containerAriaLabel={t('notices')}
      className="toasts"
    />
  )
}
