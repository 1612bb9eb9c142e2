import Drawer from '@mui/material/Drawer'
import { ThemeProvider } from '@mui/material/styles'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'

import { useAppSelector } from '../../data/hooks'
import { selectSession } from '../../data/session/session.slice'
import { OutboxProvider } from '../../features/conversation/outbox'
import { matchLanguage } from '../../i18n/i18n'
import { readVolume, writeVolume } from '../../lib/notify'
import { ErrorBoundary } from '../../ui/error-boundary'
import { RowSkeletons } from '../../ui/row-skeletons'
import { ShellSkeleton } from '../shell-skeleton'
import { getTheme } from '../theme'
import { ConnectionBar } from './connection-bar'
import { LeaveDialog } from './leave-dialog'
import { Navigation } from './navigation'
import { SkipLinks } from './skip-links'
import { TopBar } from './top-bar'
import { useDeskLive } from './use-desk-live'
import { useDrawer } from './use-drawer'
import { useArrivals } from './use-arrivals'
import { useChatNotices } from './use-chat-notices'
import { useLeader } from './use-leader'
import { useMediaQuotaAlert } from './use-media-quota-alert'
import { useNotices } from './use-notices'
import { useShellShortcuts } from './use-shell-shortcuts'
import './shell.css'

const CommandPalette = lazy(async () => {
  const { CommandPalette: Palette } = await import('./command-palette')
  return { default: Palette }
})

const ShortcutSheet = lazy(async () => {
  const { ShortcutSheet: Sheet } = await import('./shortcut-sheet')
  return { default: Sheet }
})

/** The volume, and a mute key that restores it. */
const useVolume = () => {
  const [volume, setVolume] = useState(readVolume)
  const [loud, setLoud] = useState(volume || 1)
  const change = (next: number) => {
    setVolume(next)
    writeVolume(next)
    if (next > 0) setLoud(next)
  }
  return { volume, onChange: change, toggleMute: () => change(volume > 0 ? 0 : loud) }
}

const Frame = () => {
  const { t } = useTranslation()
  const drawer = useDrawer()
  const { volume, onChange, toggleMute } = useVolume()
  const [sheetOpen, setSheetOpen] = useState(false)
  const [paletteOpen, setPaletteOpen] = useState(false)
  const { pathname } = useLocation()
  const area = pathname.split('/')[1] ?? ''
  useDeskLive()
  const leader = useLeader()
  useNotices(volume, leader)
  useChatNotices(volume, leader)
  useArrivals(volume)
  useMediaQuotaAlert()
  useShellShortcuts({
    onPalette: () => setPaletteOpen(true),
    onSheet: () => setSheetOpen(true),
    onMute: toggleMute,
  })

  return (
    <div className={`shell shell--${drawer.kind}`}>
      <SkipLinks />
      {drawer.kind === 'overlay' ? (
        <Drawer
          open={drawer.overlayOpen}
          onClose={drawer.closeOverlay}
          slotProps={{
            paper: { sx: { width: 304, border: 0, borderRadius: 0 }, 'aria-label': t('shell.mainMenu') },
          }}
        >
          <Navigation collapsed={false} onNavigate={drawer.closeOverlay} />
        </Drawer>
      ) : (
        <div className="shell__rail">
          <Navigation collapsed={drawer.kind === 'icons'} />
        </div>
      )}
      <TopBar
        drawer={drawer}
        sound={{ volume, onChange }}
        onPalette={() => setPaletteOpen(true)}
        onShortcuts={() => setSheetOpen(true)}
      />
      <ConnectionBar />
      <main id="content" className="shell__content" tabIndex={-1}>
        <ErrorBoundary resetKey={area}>
          <Suspense fallback={<RowSkeletons />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      {paletteOpen ? (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      ) : null}
      <LeaveDialog />
      {sheetOpen ? (
        <Suspense fallback={null}>
          <ShortcutSheet onClose={() => setSheetOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Drawer and top bar around every private page. */
export const Shell = () => {
  const session = useAppSelector(selectSession)
  const { i18n } = useTranslation()
  if (session.phase !== 'active') return <ShellSkeleton />
  return (
    <ThemeProvider theme={getTheme(matchLanguage(i18n.language))}>
      <OutboxProvider key={session.user.id}>
        <Frame />
      </OutboxProvider>
    </ThemeProvider>
  )
}
