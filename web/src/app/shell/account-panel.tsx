import Collapse from '@mui/material/Collapse'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useAppStore, useMe } from '../../data/hooks'
import { closeSession } from '../../data/session/open-session'
import { currentLanguage, languageNames, languages, loadNamespaces, setLanguage } from '../../i18n/i18n'
import { leave } from '../../lib/leaving'
import { setTheme, useThemeMode } from '../../lib/theme-mode'
import { useIsPhone } from '../../lib/use-media'
import { Avatar } from '../../ui/avatar'
import {
  CheckIcon,
  ChevronIcon,
  DownloadIcon,
  GlobeIcon,
  KeyboardIcon,
  LeaveIcon,
  MoonIcon,
  ReloadIcon,
  SunIcon,
  UserIcon,
} from '../../ui/icons'
import { late } from '../../ui/late'
import { InstallSheet } from '../pwa/install-sheet'
import { askToInstall, useInstallWay } from '../pwa/install'
import type { BarPanelProps } from './bar-popover'
import { reloadPage } from './reload-button'
import { VolumeSlider, type VolumeProps } from './volume-slider'

/* With its words: most sessions never open it. */
const UserModal = late(async () => {
  const [{ UserModal: Modal }] = await Promise.all([import('../../features/users'), loadNamespaces('users')])
  return Modal
})

export interface AccountPanelProps extends BarPanelProps {
  sound: VolumeProps
  onShortcuts: () => void
}

const LanguageItems = () => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <MenuItem aria-expanded={open} onClick={() => setOpen(!open)}>
        <ListItemIcon>
          <GlobeIcon />
        </ListItemIcon>
        {t('shell.language')}
        <ChevronIcon sx={{ ml: 'auto', fontSize: 16, transform: open ? 'rotate(90deg)' : 'none' }} />
      </MenuItem>
      <Collapse in={open} unmountOnExit component="li" role="none">
        <ul role="group" aria-label={t('shell.language')}>
          {languages.map((language) => (
            <MenuItem
              key={language}
              role="menuitemradio"
              aria-checked={language === currentLanguage()}
              lang={language}
              onClick={() => void setLanguage(language)}
              sx={{ pl: 11.5 }}
            >
              {languageNames[language]}
              {language === currentLanguage() ? <CheckIcon sx={{ ml: 'auto' }} /> : null}
            </MenuItem>
          ))}
        </ul>
      </Collapse>
    </>
  )
}

/** On phones theme and reload are in this menu, not in the top bar. */
const PhoneItems = ({ onReload }: { onReload: () => void }) => {
  const { t } = useTranslation()
  const dark = useThemeMode() === 'dark'
  return (
    <>
      <MenuItem onClick={() => setTheme(dark ? 'light' : 'dark')}>
        <ListItemIcon>{dark ? <SunIcon /> : <MoonIcon />}</ListItemIcon>
        {t(dark ? 'shell.lightTheme' : 'shell.darkTheme')}
      </MenuItem>
      <MenuItem onClick={onReload}>
        <ListItemIcon>
          <ReloadIcon />
        </ListItemIcon>
        {t('shell.reload')}
      </MenuItem>
    </>
  )
}

/** Where the browser can install the app. */
const InstallItem = ({ onAsk, onShowHow }: { onAsk: () => void; onShowHow: () => void }) => {
  const { t } = useTranslation()
  const way = useInstallWay()
  if (way === undefined) return null
  return (
    <MenuItem onClick={way === 'ask' ? onAsk : onShowHow}>
      <ListItemIcon>
        <DownloadIcon />
      </ListItemIcon>
      {t('pwa.install')}
    </MenuItem>
  )
}

const AccountHead = () => {
  const me = useMe()
  return (
    <div className="account__head">
      <Avatar name={me.name} size={40} />
      <span>
        <strong>{me.name}</strong>
        <small>{me.email}</small>
      </span>
    </div>
  )
}

/** What opens at the user's picture: profile, language, install, leave; on phones also what the top bar has elsewhere. */
export const AccountPanel = ({ open, anchor, sound, onShortcuts, onClose }: AccountPanelProps) => {
  const { t } = useTranslation()
  const me = useMe()
  const store = useAppStore()
  const phone = useIsPhone()
  const [isProfileOpen, setProfileOpen] = useState(false)
  const [isInstallOpen, setInstallOpen] = useState(false)
  const closeAnd = (next: () => void) => () => {
    onClose()
    next()
  }

  return (
    <>
      <Popover
        open={open}
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': t('shell.account'), sx: { width: 272, mt: 1, py: 2 } },
        }}
      >
        <AccountHead />
        <Divider sx={{ my: 1.5 }} />
        {phone ? (
          <div className="account__volume">
            {t('shell.volume')}
            <VolumeSlider {...sound} />
          </div>
        ) : null}
        <MenuList autoFocusItem={open} aria-label={t('shell.account')} sx={{ p: 0 }}>
          {phone ? <PhoneItems onReload={closeAnd(reloadPage)} /> : null}
          <MenuItem onClick={closeAnd(() => setProfileOpen(true))}>
            <ListItemIcon>
              <UserIcon />
            </ListItemIcon>
            {t('shell.profile')}
          </MenuItem>
          <LanguageItems />
          <MenuItem onClick={closeAnd(onShortcuts)}>
            <ListItemIcon>
              <KeyboardIcon />
            </ListItemIcon>
            {t('shell.shortcuts')}
            <kbd className="kbd">?</kbd>
          </MenuItem>
          <InstallItem
            onAsk={closeAnd(() => void askToInstall())}
            onShowHow={closeAnd(() => setInstallOpen(true))}
          />
          <Divider component="li" sx={{ my: 1.5 }} />
          <MenuItem onClick={() => leave(() => void closeSession(store))}>
            <ListItemIcon>
              <LeaveIcon />
            </ListItemIcon>
            {t('shell.logout')}
          </MenuItem>
        </MenuList>
      </Popover>
      {isInstallOpen ? <InstallSheet onClose={() => setInstallOpen(false)} /> : null}
      {isProfileOpen ? <UserModal userId={me.id} onClose={() => setProfileOpen(false)} /> : null}
    </>
  )
}
