import { linksByCredentials, type ConnectionView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useChangeSessionMutation } from '../../data/connections.api'
import { showError } from '../../lib/error-toast'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { QrIcon } from '../../ui/icons'
import { listSessionActions, type SessionAction } from './status'

export interface SessionButtonsProps {
  connection: ConnectionView
  /** Opens the dialog that links it. */
  onLink: () => void
}

/** The session's actions in its status. */
export const SessionButtons = ({ connection, onLink }: SessionButtonsProps) => {
  const { t } = useTranslation('connections')
  const [change, { isLoading }] = useChangeSessionMutation()
  const [asking, setAsking] = useState(false)

  const send = async (method: 'POST' | 'PUT' | 'DELETE') => {
    const result = await change({ id: connection.id, method })
    if (result.error) showError(result.error)
    return result.error === undefined
  }
  const handleNewQr = async () => {
    if (await send('PUT')) onLink()
  }

  const buttons: Record<SessionAction, React.ReactNode> = {
    showQr: (
      <Button key="showQr" size="small" variant="contained" startIcon={<QrIcon />} onClick={onLink}>
        {t('session.showQr')}
      </Button>
    ),
    tryAgain: (
      <Button
        key="tryAgain"
        size="small"
        variant="outlined"
        loading={isLoading}
        onClick={() => void send('POST')}
      >
        {t('session.tryAgain')}
      </Button>
    ),
    newQr: (
      <Button
        key="newQr"
        size="small"
        variant="outlined"
        disabled={isLoading}
        onClick={() => void handleNewQr()}
      >
        {t('session.newQr')}
      </Button>
    ),
    credentials: (
      <Button
        key="credentials"
        size="small"
        variant={connection.status === 'CONNECTED' ? 'outlined' : 'contained'}
        onClick={onLink}
      >
        {t('session.credentials')}
      </Button>
    ),
    disconnect: (
      <Button key="disconnect" size="small" variant="outlined" onClick={() => setAsking(true)}>
        {t('session.disconnect')}
      </Button>
    ),
    connecting: (
      <Button
        key="connecting"
        size="small"
        variant="outlined"
        loading
        loadingPosition="start"
        startIcon={<span className="connection-session__spinner" />}
      >
        {t('session.connecting')}
      </Button>
    ),
  }

  return (
    <div className="connection-session">
      {listSessionActions(connection).map((action) => buttons[action])}
      <ConfirmDialog
        open={asking}
        title={t('confirm.disconnectTitle', { name: connection.name })}
        text={t(
          linksByCredentials(connection.capabilities)
            ? 'confirm.disconnectCloudText'
            : 'confirm.disconnectText',
        )}
        confirmLabel={t('session.disconnect')}
        destructive
        busy={isLoading}
        onCancel={() => setAsking(false)}
        onConfirm={() => void send('DELETE').then(() => setAsking(false))}
      />
    </div>
  )
}
