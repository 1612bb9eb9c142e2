import SearchOutlined from '@mui/icons-material/SearchOutlined'
import { useTranslation } from 'react-i18next'

import { setTheme, useThemeMode } from '../../lib/theme-mode'
import { useIsPhone } from '../../lib/use-media'
import { IconAction } from '../../ui/icon-action'
import { MenuIcon, MoonIcon, SunIcon } from '../../ui/icons'
import { AccountMenu } from './account-menu'
import { AnnouncementPopover } from './announcement-popover'
import { ChatPopover } from './chat-popover'
import { Greeting } from './greeting'
import { ReloadButton } from './reload-button'
import { TicketBell } from './ticket-bell'
import type { DrawerState } from './use-drawer'
import { VolumeButton } from './volume-button'
import type { VolumeProps } from './volume-slider'

export interface TopBarProps {
  drawer: DrawerState
  sound: VolumeProps
  onPalette: () => void
  onShortcuts: () => void
}

export const TopBar = ({ drawer, sound, onPalette, onShortcuts }: TopBarProps) => {
  const { t } = useTranslation()
  const phone = useIsPhone()
  const dark = useThemeMode() === 'dark'
  const menuLabel = {
    overlay: t('shell.openMenu'),
    open: t('shell.collapseMenu'),
    icons: t('shell.expandMenu'),
  }[drawer.kind]
  return (
    <header className="top-bar">
      <IconAction
        label={menuLabel}
        edge="start"
        aria-expanded={drawer.kind === 'open' || drawer.overlayOpen}
        onClick={drawer.toggle}
      >
        <MenuIcon />
      </IconAction>
      <Greeting />
      {phone ? null : (
        <>
          <IconAction label={t('palette.title')} onClick={onPalette}>
            <SearchOutlined />
          </IconAction>
          <IconAction
            label={t(dark ? 'shell.lightTheme' : 'shell.darkTheme')}
            aria-pressed={dark}
            onClick={() => setTheme(dark ? 'light' : 'dark')}
          >
            {dark ? <SunIcon /> : <MoonIcon />}
          </IconAction>
          <VolumeButton {...sound} />
          <ReloadButton />
        </>
      )}
      <TicketBell />
      <AnnouncementPopover />
      <ChatPopover />
      <AccountMenu sound={sound} onShortcuts={onShortcuts} />
    </header>
  )
}
