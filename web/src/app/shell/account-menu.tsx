import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { Avatar } from '../../ui/avatar'
import { lateToOpen } from '../../ui/late'
import type { VolumeProps } from './volume-slider'

const AccountPanel = lateToOpen(async () => (await import('./account-panel')).AccountPanel)

export interface AccountMenuProps {
  sound: VolumeProps
  onShortcuts: () => void
}

export const AccountMenu = (props: AccountMenuProps) => {
  const { t } = useTranslation()
  const me = useMe()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label={t('shell.account')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: '50%' }}
      >
        <Avatar name={me.name} size={32} />
      </IconButton>
      <AccountPanel {...props} open={anchor !== null} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  )
}
