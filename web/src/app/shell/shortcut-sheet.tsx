import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  areCharacterShortcutsOn,
  setCharacterShortcuts,
  useRegisteredShortcuts,
  type Shortcut,
  type ShortcutGroup,
} from '../../lib/shortcuts'
import { useIsPhone } from '../../lib/use-media'
import { IconAction } from '../../ui/icon-action'
import { CloseIcon } from '../../ui/icons'

const groups: ShortcutGroup[] = ['general', 'goTo', 'list', 'ticket']

const Keys = ({ title, rows }: { title: string; rows: readonly Pick<Shortcut, 'show' | 'label'>[] }) => (
  <section>
    <h3 className="shortcut-group">{title}</h3>
    <dl>
      {rows.map(({ show, label }) => (
        <div key={show} className="shortcut-row">
          <dt>{label}</dt>
          <dd>
            <kbd className="kbd">{show}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

/* What a message that is written or has the focus answers to by itself. */
const MessageKeys = () => {
  const { t } = useTranslation('tickets')
  return (
    <Keys
      title={t('thread.messages')}
      rows={[
        { show: 'Enter', label: t('composer.hintSend') },
        { show: 'Shift Enter', label: t('composer.hintLine') },
        { show: '↑ ↓', label: t('composer.hintMove') },
        { show: 'R', label: t('menu.reply') },
        { show: 'Shift F10', label: t('menu.message') },
      ]}
    />
  )
}

/** Every key that works on this screen: from the registry, and those of messages. */
export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const shortcuts = useRegisteredShortcuts()
  const phone = useIsPhone()
  const [characters, setCharacters] = useState(areCharacterShortcutsOn)
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      fullScreen={phone}
      aria-labelledby="shortcuts-title"
    >
      <DialogTitle
        id="shortcuts-title"
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}
      >
        {t('shortcuts.title')}
        <IconAction label={t('actions.close')} onClick={onClose} edge="end">
          <CloseIcon />
        </IconAction>
      </DialogTitle>
      <DialogContent>
        <div className="shortcut-groups">
          {groups.map((group) => {
            const own = shortcuts.filter((shortcut) => shortcut.group === group && shortcut.show !== '')
            return own.length === 0 ? null : <Keys key={group} title={t(`shortcuts.${group}`)} rows={own} />
          })}
          {shortcuts.some(({ group }) => group === 'ticket') ? <MessageKeys /> : null}
        </div>
        <FormControlLabel
          sx={{ mt: 4 }}
          label={t('shortcuts.characters')}
          control={
            <Switch
              checked={characters}
              onChange={(_event, on) => {
                setCharacters(on)
                setCharacterShortcuts(on)
              }}
            />
          }
        />
        <p className="shortcut-hint">{t('shortcuts.charactersText')}</p>
      </DialogContent>
    </Dialog>
  )
}
