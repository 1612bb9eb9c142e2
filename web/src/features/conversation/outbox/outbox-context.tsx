import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react'

import { useAppStore, useMe } from '../../../data/hooks'
import { patchMessage } from '../../../data/messages.live'
import { postMessage } from '../../../data/send-message'
import type { DeskStore } from '../../../data/store'
import { createOutbox, type Outbox } from './outbox'
import { openOutboxStorage, type OutboxStorage } from './outbox.storage'

interface OpenOutbox {
  outbox: Outbox
  storage: OutboxStorage
}

const untilOnline = (): Promise<void> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))

const open = (store: DeskStore, companyId: number, userId: number): OpenOutbox => {
  const storage = openOutboxStorage(companyId, userId)
  const context = { dispatch: store.dispatch, getState: store.getState }
  const outbox = createOutbox({
    ...context,
    storage,
    send: (item, file, onProgress) => {
      const { clientId, ticketId, body, quoted, contacts, template, choices, file: described } = item
      return postMessage(
        {
          clientId,
          ticketId,
          // The server fills the template in itself.
          body: template ? '' : body,
          template: template ?? null,
          choices: choices ?? null,
          quotedMsgId: quoted?.id ?? null,
          contactIds: contacts?.map(({ id }) => id) ?? [],
          durationSeconds: described?.durationSeconds ?? null,
          waveform: described?.waveform ?? null,
        },
        file,
        context,
        onProgress,
      )
    },
    received: (message) => patchMessage(message, context),
    wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    untilOnline,
  })
  void outbox.start()
  return { outbox, storage }
}

let current: (OpenOutbox & { key: string; store: DeskStore }) | null = null

/** The user's outbox: sends on every page until the session ends. */
const findOutbox = (store: DeskStore, companyId: number, userId: number): OpenOutbox => {
  const key = `${companyId}:${userId}`
  if (current?.key === key && current.store === store) return current
  current?.outbox.close()
  current = { ...open(store, companyId, userId), key, store }
  const opened = current
  const leave = store.subscribe(() => {
    if (store.getState().session.phase !== 'guest') return
    leave()
    opened.outbox.close()
    if (current === opened) current = null
  })
  return current
}

const OutboxContext = createContext<OpenOutbox | null>(null)

export const OutboxProvider = ({ children }: { children: ReactNode }) => {
  const store = useAppStore()
  const me = useMe()
  const opened = useMemo(() => findOutbox(store, me.companyId, me.id), [store, me.companyId, me.id])
  useWarnBeforeLeaving()
  return <OutboxContext value={opened}>{children}</OutboxContext>
}

const useOpenOutbox = (): OpenOutbox => {
  const opened = useContext(OutboxContext)
  if (!opened) throw new Error('outside of OutboxProvider')
  return opened
}

export const useOutbox = (): Outbox => useOpenOutbox().outbox
export const useOutboxStorage = (): OutboxStorage => useOpenOutbox().storage

/** While a file uploads the browser asks before leaving: the upload cannot be resumed. */
const useWarnBeforeLeaving = () => {
  const store = useAppStore()
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const items = store.getState().outbox?.items ?? []
      if (items.some((item) => item.state === 'sending' && item.file)) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [store])
}
