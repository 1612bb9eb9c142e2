import { cloudAccountBody, type CloudAccountView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'

import {
  useGetCloudAccountQuery,
  useSaveCloudAccountMutation,
  type CloudAccountBody,
} from '../../data/cloud-accounts.api'
import { formatShortDayTime } from '../../lib/format-date'
import { translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { ErrorState } from '../../ui/error-state'
import { FormDialog } from '../../ui/form-dialog'
import { useFormDialog } from '../../ui/use-form-dialog'
import { CredentialFields } from './credential-fields'
import { SignupSection } from './signup-section'

export interface CredentialsDialogProps {
  connectionId: number
  onClose: () => void
}

const useCredentialsForm = (
  { connectionId, onClose }: CredentialsDialogProps,
  account: CloudAccountView | undefined,
) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const [save] = useSaveCloudAccountMutation()
  const required = common('validation.required')
  return useFormDialog<CloudAccountBody>({
    initialValues: {
      phoneNumberId: account?.phoneNumberId ?? '',
      businessAccountId: account?.businessAccountId ?? '',
      token: '',
      appSecret: '',
      verifyToken: '',
    },
    schema: cloudAccountBody,
    toBody: (values) => values,
    // What is stored may stay; the first time all of it is needed.
    check: ({ token, appSecret, verifyToken }) => ({
      ...(token === '' && !account?.hasToken && { token: required }),
      ...(appSecret === '' && !account?.hasAppSecret && { appSecret: required }),
      ...(verifyToken === '' && !account?.hasVerifyToken && { verifyToken: required }),
    }),
    save: (body) => save({ id: connectionId, body }).unwrap(),
    onSaved: () => {
      toast.success(t('cloud.saved'))
      onClose()
    },
  })
}

/** What Meta said of the number when it was asked last. */
const Accepted = ({ account }: { account: CloudAccountView }) => {
  const { t } = useTranslation('connections')
  if (account.checkedAt === null)
    return account.signup ? null : <Alert severity="info">{t('cloud.intro')}</Alert>
  const at = formatShortDayTime(new Date(account.checkedAt))
  const { displayNumber: number, verifiedName: name, parkedEvents: count } = account
  return (
    <>
      <Alert severity={account.quality === 'RED' ? 'warning' : 'success'}>
        {t('cloud.accepted', { number, name, at })}
        {account.quality === 'RED' || account.quality === 'YELLOW' ? ` ${t('cloud.lowQuality')}` : null}
      </Alert>
      {count > 0 ? <Alert severity="warning">{t('cloud.parked', { count })}</Alert> : null}
    </>
  )
}

const Form = (props: CredentialsDialogProps & { account: CloudAccountView }) => {
  const { t } = useTranslation('connections')
  const form = useCredentialsForm(props, props.account)
  const { signup } = props.account
  return (
    <FormDialog
      open
      title={t('cloud.title')}
      submitLabel={t('cloud.check')}
      form={form}
      onClose={props.onClose}
    >
      <Accepted account={props.account} />
      {signup ? (
        <SignupSection
          app={signup}
          connectionId={props.connectionId}
          onConnected={() => {
            toast.success(t('cloud.saved'))
            props.onClose()
          }}
        />
      ) : null}
      <CredentialFields account={props.account} isSecond={signup !== null} />
    </FormDialog>
  )
}

/** The credentials of the official API: what is stored is never shown, and Meta is asked before anything is saved. */
export const CredentialsDialog = (props: CredentialsDialogProps) => {
  const { data: account, error, refetch } = useGetCloudAccountQuery(props.connectionId)
  if (error) return <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
  return account ? <Form {...props} account={account} /> : null
}
