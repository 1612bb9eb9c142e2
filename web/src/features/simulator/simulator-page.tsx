import { isErrorCode, type SimulatorConnection } from '@balcao/contracts'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChatList, type OpenChat } from './chat-list'
import { ChatView } from './chat-view'
import { simulatorClient, SimulatorError } from './simulator-client'
import { LinePanel } from './line-panel'
import { usePolled } from './use-polled'
import './simulator.css'

const LINES_EVERY_MS = 2000
const CHATS_EVERY_MS = 1500
const TYPING_EVERY_MS = 1000

const initialConnection = (): number => Number(new URLSearchParams(location.search).get('connection')) || 0

const useChoice = (connections: SimulatorConnection[]) => {
  const [id, setId] = useState(initialConnection)
  const chosen = connections.find((connection) => connection.id === id) ?? connections[0]
  const choose = (next: number) => {
    setId(next)
    history.replaceState(null, '', `?connection=${next}`)
  }
  return { chosen, choose }
}

/** The last error; cleared by the next success. */
const useErrorText = () => {
  const { t } = useTranslation('simulator')
  const { t: common } = useTranslation()
  const [error, setError] = useState<unknown>(null)
  const text = (() => {
    if (error === null || error === undefined) return ''
    if (!(error instanceof SimulatorError)) return common('errors.network')
    if (error.status === 401) return t('needsToken')
    return isErrorCode(error.code) ? common(`backendErrors.${error.code}`) : common('errors.unknown')
  })()
  return { text, setError }
}

const Phone = ({
  connection,
  receipts,
  onError,
}: {
  connection: SimulatorConnection
  receipts: 'auto' | 'manual'
  onError: (error: unknown) => void
}) => {
  const { t } = useTranslation('simulator')
  const [open, setOpen] = useState<OpenChat | null>(null)
  const { data: chats } = usePolled(
    open ? null : `chats:${connection.id}`,
    () => simulatorClient.chats(connection.id),
    CHATS_EVERY_MS,
  )
  const { data: typing } = usePolled(
    `typing:${connection.id}`,
    () => simulatorClient.typing(connection.id),
    TYPING_EVERY_MS,
  )
  const typingIn = typing?.numbers ?? []
  return open ? (
    <ChatView
      connection={connection.id}
      isOfficial={connection.isOfficial}
      {...open}
      isTyping={typingIn.includes(open.number)}
      receipts={receipts}
      onBack={() => setOpen(null)}
      onError={onError}
    />
  ) : (
    <div className="sim-chat">
      <header className="sim-phone__head">
        <strong className="sim-phone__title">{t('chats')}</strong>
      </header>
      <ChatList chats={chats ?? []} isOfficial={connection.isOfficial} typingIn={typingIn} onOpen={setOpen} />
    </div>
  )
}

/** The customers' side of the simulated phone. */
export const SimulatorPage = () => {
  const { t } = useTranslation('simulator')
  const lines = usePolled('lines', simulatorClient.connections, LINES_EVERY_MS)
  const behaviour = usePolled('behaviour', simulatorClient.behaviour, LINES_EVERY_MS)
  const connections = lines.data ?? []
  const { chosen, choose } = useChoice(connections)
  const { text, setError } = useErrorText()
  const handleError = useCallback((error: unknown) => setError(error), [setError])
  const shownError =
    text || (lines.error instanceof SimulatorError && lines.error.status === 401 ? t('needsToken') : '')

  return (
    <div className="sim">
      <LinePanel
        connections={connections}
        chosen={chosen}
        behaviour={behaviour.data}
        onChoose={choose}
        onChanged={() => {
          setError(null)
          lines.refresh()
          behaviour.refresh()
        }}
        onError={handleError}
      />
      <main className="sim-stage">
        {shownError ? (
          <p className="sim-error" role="alert">
            {shownError}
          </p>
        ) : null}
        <div className="sim-phone">
          <div className="sim-phone__screen">
            {chosen ? (
              <Phone
                key={chosen.id}
                connection={chosen}
                receipts={behaviour.data?.receipts ?? 'auto'}
                onError={handleError}
              />
            ) : (
              <p className="sim-hint sim-hint--middle">{t(lines.data ? 'noLines' : 'loading')}</p>
            )}
          </div>
        </div>
      </main>
    </div>
  )
}
