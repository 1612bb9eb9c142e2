import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useReplaceConnectionTokenMutation } from '../../data/connections.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconAction } from '../../ui/icon-action'
import { CopyIcon } from '../../ui/icons'

export interface ReplaceTokenProps {
  connectionId: number
  /** The last characters of the stored token; '' without one. */
  tokenEnd: string
}

/** The token's last characters, and a button for a new one, which is shown until the dialog closes. */
export const ReplaceToken = ({ connectionId, tokenEnd }: ReplaceTokenProps) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const [replace, { data, isLoading, reset }] = useReplaceConnectionTokenMutation()
  const [asking, setAsking] = useState(false)
  const token = data?.token
  const handleCopy = async () => {
    await navigator.clipboard.writeText(token ?? '')
    toast.success(common('actions.copied'))
  }
  const handleReplace = async () => {
    reset()
    await replace(connectionId).unwrap().catch(showError)
    setAsking(false)
  }
  return (
    <div className="connection-token">
      <TextField
        fullWidth
        label={t('fields.token')}
        value={token ?? (tokenEnd ? `••••••••${tokenEnd}` : '')}
        helperText={t(token ? 'hints.tokenOnce' : 'hints.tokenSet')}
        slotProps={{
          htmlInput: { readOnly: true, style: { fontFamily: 'var(--mono)', fontSize: 13 } },
          input: {
            endAdornment: token ? (
              <IconAction label={common('actions.copy')} size="small" onClick={() => void handleCopy()}>
                <CopyIcon />
              </IconAction>
            ) : null,
          },
        }}
      />
      <Button variant="outlined" disabled={isLoading} onClick={() => setAsking(true)}>
        {t('fields.replaceToken')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('confirm.replaceTokenTitle')}
        text={t('confirm.replaceTokenText')}
        confirmLabel={t('fields.replaceToken')}
        destructive
        busy={isLoading}
        onCancel={() => setAsking(false)}
        onConfirm={() => void handleReplace()}
      />
    </div>
  )
}
