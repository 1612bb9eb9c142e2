import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { useMe } from '../../data/hooks'
import { can } from '../../lib/can'
import { useShortcuts, type Shortcut } from '../../lib/shortcuts'

export interface ShellShortcuts {
  onPalette: () => void
  onSheet: () => void
  onMute: () => void
}

/** Shortcuts of every private page. */
export const useShellShortcuts = ({ onPalette, onSheet, onMute }: ShellShortcuts): void => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const me = useMe()
  const goTo = (id: string, key: string, label: string, path: string): Shortcut => ({
    id,
    keys: `g ${key}`,
    show: `G ${t('shortcuts.then')} ${key.toUpperCase()}`,
    label,
    group: 'goTo',
    run: () => void navigate(path),
  })
  useShortcuts([
    {
      id: 'palette',
      keys: '$mod+KeyK',
      show: 'Ctrl K',
      label: t('palette.title'),
      group: 'general',
      run: onPalette,
    },
    {
      id: 'sheet',
      keys: ['?', 'Shift+?'],
      show: '?',
      label: t('shortcuts.showSheet'),
      group: 'general',
      run: onSheet,
    },
    {
      id: 'mute',
      keys: 'Alt+KeyM',
      show: 'Alt M',
      label: t('shortcuts.mute'),
      group: 'general',
      run: onMute,
    },
    goTo('go-tickets', 't', t('shortcuts.goTickets'), '/tickets'),
    ...(can(me, 'connections-page:view')
      ? [goTo('go-connections', 'x', t('shortcuts.goConnections'), '/connections')]
      : []),
  ])
}
