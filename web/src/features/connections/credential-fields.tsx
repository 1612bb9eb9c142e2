import type { CloudAccountView } from '@balcao/contracts'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'

import { toast } from '../../lib/toast'
import { FormText } from '../../ui/form-fields'
import { IconAction } from '../../ui/icon-action'
import { CopyIcon } from '../../ui/icons'

/** Where Meta is to call, to be pasted at Meta. */
const WebhookAddress = () => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const url = `${window.location.origin}/webhooks/whatsapp`
  const handleCopy = async () => {
    await navigator.clipboard.writeText(url)
    toast.success(common('actions.copied'))
  }
  return (
    <TextField
      label={t('cloud.webhook')}
      value={url}
      helperText={t('cloud.webhookHint')}
      slotProps={{
        htmlInput: { readOnly: true, style: { fontFamily: 'var(--mono)', fontSize: 13 } },
        input: {
          endAdornment: (
            <IconAction label={common('actions.copy')} size="small" onClick={() => void handleCopy()}>
              <CopyIcon />
            </IconAction>
          ),
        },
      }}
    />
  )
}

const secretProps = { htmlInput: { spellCheck: false, autoComplete: 'off' } }

/** A secret that is never shown: empty keeps what is stored. */
const SecretField = ({
  name,
  isStored,
}: {
  name: 'token' | 'appSecret' | 'verifyToken'
  isStored: boolean
}) => {
  const { t } = useTranslation('connections')
  return (
    <FormText
      name={name}
      label={t(`cloud.${name}`)}
      required={!isStored}
      hint={isStored ? t('cloud.keep') : t(`cloud.${name}Hint`)}
      slotProps={secretProps}
    />
  )
}

/**
 * What an administrator copies from Meta.
 * @param account what is stored, of which secrets may stay; undefined before anything is
 * @param isSecond something else comes first, which has the focus
 */
export const CredentialFields = ({
  account,
  isSecond = false,
}: {
  account?: CloudAccountView | undefined
  isSecond?: boolean
}) => {
  const { t } = useTranslation('connections')
  return (
    <>
      <FormText
        name="phoneNumberId"
        label={t('cloud.phoneNumberId')}
        required
        inputMode="numeric"
        autoFocus={!isSecond}
      />
      <FormText name="businessAccountId" label={t('cloud.businessAccountId')} required inputMode="numeric" />
      <SecretField name="token" isStored={account?.hasToken ?? false} />
      <SecretField name="appSecret" isStored={account?.hasAppSecret ?? false} />
      <SecretField name="verifyToken" isStored={account?.hasVerifyToken ?? false} />
      <WebhookAddress />
    </>
  )
}
