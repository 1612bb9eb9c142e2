import i18next from 'i18next'
import { Workbox } from 'workbox-window'

import { toast } from '../../lib/toast'

const UPDATE_CHECK_MS = 60 * 60_000

/* Reloads only when asked: an agent may be typing. */
function offerUpdate(workbox: Workbox): void {
  toast.info(i18next.t('pwa.updateReady'), {
    key: 'app-update',
    durationMs: Infinity,
    action: {
      label: i18next.t('pwa.update'),
      onClick: () => {
        workbox.addEventListener('controlling', () => window.location.reload())
        workbox.messageSkipWaiting()
      },
    },
  })
}

/**
 * Keeps the app's files on the device and offers new versions. Nothing happens where the browser has no service workers
 * (plain HTTP, private windows) or the page was not built.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const workbox = new Workbox('/service-worker.js', { updateViaCache: 'none' })
  workbox.addEventListener('waiting', () => offerUpdate(workbox))
  // Refused without room on the device, or in some private windows: the app works without it.
  workbox.register().catch(() => undefined)
  setInterval(() => void workbox.update(), UPDATE_CHECK_MS)
}
