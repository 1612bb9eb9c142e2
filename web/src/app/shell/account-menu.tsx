import Collapse from '@mui/material/Collapse'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useAppStore, useMe } from '../../data/hooks'
import { closeSession } from '../../data/session/open-session'
import { currentLanguage, languages, setLanguage } from '../../i18n/i18n'
import { setTheme, useThemeMode } from '../../lib/theme-mode'
import { useIsPhone } from '../../lib/use-media'
import { Avatar } from '../../ui/avatar'
import { CheckIcon, ChevronIcon, GlobeIcon, KeyboardIcon, LeaveIcon, MoonIcon, ReloadIcon, SunIcon } from '../../ui/icons'
import { useReload } from './reload-button'
import { VolumeSlider, type VolumeProps } from './volume-button'

export interface AccountMenuProps extends VolumeProps {
  onShortcuts: () => void
}

const languageNames = { pt: 'Português', en: 'English', es: 'Español' } as const

const LanguageItems = () => (
  <>
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
  </>
)

/** On phones the top bar has no room: theme, reload and volume stand here. */
const PhoneItems = ({ volume, onChange, onDone }: VolumeProps & { onDone: () => void }) => {
  const { t } = useTranslation()
  const dark = useThemeMode() === 'dark'
  const { reload, question } = useReload()
  return (
    <>
      <MenuItem onClick={() => setTheme(dark ? 'light' : 'dark')}>
        <ListItemIcon>{dark ? <SunIcon /> : <MoonIcon />}</ListItemIcon>
        {t(dark ? 'shell.lightTheme' : 'shell.darkTheme')}
      </MenuItem>
      <MenuItem
        onClick={() => {
          onDone()
          reload()
        }}
      >
        <ListItemIcon>
          <ReloadIcon />
        </ListItemIcon>
        {t('shell.reload')}
      </MenuItem>
      <li role="none" style={{ padding: '6px 28px 2px' }} onKeyDown={(event) => event.stopPropagation()}>
        <span className="account__volume">{t('shell.volume')}</span>
        <VolumeSlider volume={volume} onChange={onChange} />
      </li>
      {question}
    </>
  )
}

export const AccountMenu = ({ onShortcuts, ...sound }: AccountMenuProps) => {
  const { t } = useTranslation()
  const me = useMe()
  const store = useAppStore()
  const phone = useIsPhone()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [showLanguages, setShowLanguages] = useState(false)
  const close = () => setAnchor(null)

  return (
    <>
      <IconButton
        aria-label={t('shell.account')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: '50%' }}
      >
        <Avatar name={me.name} size={32} />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 272, mt: 1 } }, list: { 'aria-label': t('shell.account') } }}
      >
        <li role="none" className="account__head">
          <Avatar name={me.name} size={40} />
          <span>
            <strong>{me.name}</strong>
            <small>{me.email}</small>
          </span>
        </li>
        <Divider component="li" role="none" sx={{ my: 1.5 }} />
        {phone ? <PhoneItems {...sound} onDone={close} /> : null}
        <MenuItem aria-expanded={showLanguages} onClick={() => setShowLanguages(!showLanguages)}>
          <ListItemIcon>
            <GlobeIcon />
          </ListItemIcon>
          {t('shell.language')}
          <ChevronIcon sx={{ ml: 'auto', fontSize: 16, transform: showLanguages ? 'rotate(90deg)' : 'none' }} />
        </MenuItem>
        <Collapse in={showLanguages} unmountOnExit component="li" role="none">
          <ul role="group" aria-label={t('shell.language')}>
            <LanguageItems />
          </ul>
        </Collapse>
        <MenuItem
          onClick={() => {
            close()
            onShortcuts()
          }}
        >
          <ListItemIcon>
            <KeyboardIcon />
          </ListItemIcon>
          {t('shell.shortcuts')}
          <kbd className="kbd">?</kbd>
        </MenuItem>
        <Divider component="li" role="none" sx={{ my: 1.5 }} />
        <MenuItem onClick={() => void closeSession(store)}>
          <ListItemIcon>
            <LeaveIcon />
          </ListItemIcon>
          {t('shell.logout')}
        </MenuItem>
      </Menu>
    </>
  )
}
