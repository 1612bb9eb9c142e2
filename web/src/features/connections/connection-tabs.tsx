import type { ConnectionView, QueueView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useField } from 'formik'
import { useTranslation } from 'react-i18next'

import { useListProvidersQuery } from '../../data/connections.api'
import { useListQueuesQuery } from '../../data/queues.api'
import { useSetting } from '../../data/settings.api'
import { toast } from '../../lib/toast'
import { FormSwitch, FormText } from '../../ui/form-fields'
import { IconAction } from '../../ui/icon-action'
import { CopyIcon } from '../../ui/icons'
import { PromptField, QueuesField } from '../queues'
import { generateToken } from './connection.form'
import { ReplaceToken } from './replace-token'

const TokenField = () => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const [{ value }, , helpers] = useField<string>('token')
  const handleCopy = async () => {
    await navigator.clipboard.writeText(value)
    toast.success(common('actions.copied'))
  }
  return (
    <div className="connection-token">
      <FormText
        name="token"
        label={t('fields.token')}
        hint={t('hints.token')}
        slotProps={{
          htmlInput: {
            spellCheck: false,
            autoComplete: 'off',
            style: { fontFamily: 'var(--mono)', fontSize: 13 },
          },
          input: {
            endAdornment: (
              <IconAction
                label={common('actions.copy')}
                size="small"
                disabled={value === ''}
                onClick={() => void handleCopy()}
              >
                <CopyIcon />
              </IconAction>
            ),
          },
        }}
      />
      <Button variant="outlined" onClick={() => void helpers.setValue(generateToken())}>
        {t('fields.generateToken')}
      </Button>
    </div>
  )
}

interface GeneralTabProps {
  view: ConnectionView | undefined
  firstQueue: QueueView | undefined
}

export const GeneralTab = ({ view, firstQueue }: GeneralTabProps) => {
  const isNew = view === undefined
  const { t } = useTranslation('connections')
  const { data: { providers } = { providers: [] } } = useListProvidersQuery(undefined, { skip: !isNew })
  return (
    <>
      {firstQueue ? <Alert severity="info">{t('firstQueue', { queue: firstQueue.name })}</Alert> : null}
      <FormText name="name" label={t('fields.name')} required autoFocus autoComplete="off" />
      {isNew && providers.length > 1 ? (
        <FormText name="provider" label={t('fields.provider')} select hint={t('hints.provider')}>
          {providers.map((provider) => (
            <MenuItem key={provider} value={provider}>
              {t(`provider.${provider}`)}
            </MenuItem>
          ))}
        </FormText>
      ) : null}
      <FormSwitch name="isDefault" label={t('fields.isDefault')} hint={t('hints.isDefault')} />
      {view ? <ReplaceToken connectionId={view.id} tokenEnd={view.tokenEnd ?? ''} /> : <TokenField />}
    </>
  )
}

const messageFields = ['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage'] as const

type MessageField = (typeof messageFields)[number]

/** What is said of the texts that a setting of the company keeps from being sent. */
const useUnsentHints = (): Partial<Record<MessageField, string>> => {
  const { t } = useTranslation('connections')
  const isCompany = (useSetting('scheduleType') ?? 'company') === 'company'
  const asksRating = (useSetting('userRating') ?? 'enabled') === 'enabled'
  return {
    ...(isCompany ? {} : { outOfHoursMessage: t('hints.outOfHoursMessageOff') }),
    ...(asksRating ? {} : { ratingMessage: t('hints.ratingMessageOff') }),
  }
}

export const MessagesTab = () => {
  const { t } = useTranslation('connections')
  const unsent = useUnsentHints()
  return (
    <>
      {messageFields.map((name) => (
        <FormText
          key={name}
          name={name}
          label={t(`fields.${name}`)}
          hint={unsent[name] ?? t(`hints.${name}`)}
          multiline
          minRows={2}
          maxRows={6}
        />
      ))}
    </>
  )
}

const NumberField = ({
  name,
}: {
  name: 'timeToTransfer' | 'maxUseBotQueues' | 'timeUseBotQueues' | 'expiresTicket'
}) => {
  const { t } = useTranslation('connections')
  return (
    <FormText
      name={name}
      label={t(`fields.${name}`)}
      hint={t(`hints.${name}`)}
      type="number"
      slotProps={{ htmlInput: { min: 0, inputMode: 'numeric' } }}
    />
  )
}

export const QueuesTab = () => {
  const { t } = useTranslation('connections')
  const { data: queues = [] } = useListQueuesQuery(undefined)
  return (
    <>
      <QueuesField name="queueIds" label={t('fields.queueIds')} hint={t('hints.queueIds')} />
      <PromptField
        words={{ label: t('fields.promptId'), hint: t('hints.promptId'), none: t('fields.noPrompt') }}
      />
      <div className="connection-pair">
        <FormText
          name="transferQueueId"
          label={t('fields.transferQueueId')}
          select
          slotProps={{ select: { displayEmpty: true } }}
        >
          <MenuItem value="">{t('fields.noQueue')}</MenuItem>
          {queues.map((queue) => (
            <MenuItem key={queue.id} value={queue.id}>
              {queue.name}
            </MenuItem>
          ))}
        </FormText>
        <NumberField name="timeToTransfer" />
        <NumberField name="maxUseBotQueues" />
        <NumberField name="timeUseBotQueues" />
      </div>
    </>
  )
}

export const ClosingTab = () => {
  const { t } = useTranslation('connections')
  return (
    <>
      <NumberField name="expiresTicket" />
      <FormText
        name="expiresInactiveMessage"
        label={t('fields.expiresInactiveMessage')}
        hint={t('hints.expiresInactiveMessage')}
        multiline
        minRows={2}
        maxRows={6}
      />
    </>
  )
}
