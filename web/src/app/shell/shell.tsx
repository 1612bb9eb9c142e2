import { ThemeProvider } from '@mui/material/styles'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'

import { useAppSelector } from '../../data/hooks'
import { selectSession } from '../../data/session/session.slice'
import { OutboxProvider } from '../../features/conversation/outbox'
import { loadNamespaces, matchLanguage } from '../../i18n/i18n'
import { readVolume, writeVolume } from '../../lib/notify'
import { ErrorBoundary } from '../../ui/error-boundary'
import { late, lateToOpen } from '../../ui/late'
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
import { useBudgetAlert } from './use-budget-alert'
import { useChatNotices } from './use-chat-notices'
import { useLeader } from './use-leader'
import { useMediaQuotaAlert } from './use-media-quota-alert'
import { useWebhookAlert } from './use-webhook-alert'
import { useNotices } from './use-notices'
import { useShellShortcuts } from './use-shell-shortcuts'
import './shell.css'

const OverlayMenu = lateToOpen(async () => (await import('./overlay-menu')).OverlayMenu)
const CommandPalette = late(async () => {
  const [{ CommandPalette: Palette }] = await Promise.all([
    import('./command-palette'),
    loadNamespaces('settings', 'tickets'),
  ])
  return Palette
})
const ShortcutSheet = late(async () => (await import('./shortcut-sheet')).ShortcutSheet)

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
  useWebhookAlert()
  useBudgetAlert()
  useShellShortcuts({
    onPalette: () => setPaletteOpen(true),
    onSheet: () => setSheetOpen(true),
    onMute: toggleMute,
  })

  return (
    <div className={`shell shell--${drawer.kind}`}>
      <SkipLinks />
      {drawer.kind === 'overlay' ? (
        <OverlayMenu open={drawer.overlayOpen} onClose={drawer.closeOverlay} />
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
      {paletteOpen ? <CommandPalette onClose={() => setPaletteOpen(false)} /> : null}
      <LeaveDialog />
      {sheetOpen ? <ShortcutSheet onClose={() => setSheetOpen(false)} /> : null}
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
