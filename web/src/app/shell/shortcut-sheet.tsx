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
  type ShortcutGroup,
} from '../../lib/shortcuts'
import { useIsPhone } from '../../lib/use-media'
import { IconAction } from '../../ui/icon-action'
import { CloseIcon } from '../../ui/icons'

const groups: ShortcutGroup[] = ['general', 'goTo', 'list', 'ticket']

/** Every key that works on this screen, from the registry. */
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
            if (own.length === 0) return null
            return (
              <section key={group}>
                <h3 className="shortcut-group">{t(`shortcuts.${group}`)}</h3>
                <dl>
                  {own.map((shortcut) => (
                    <div key={shortcut.id} className="shortcut-row">
                      <dt>{shortcut.label}</dt>
                      <dd>
                        <kbd className="kbd">{shortcut.show}</kbd>
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          })}
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
