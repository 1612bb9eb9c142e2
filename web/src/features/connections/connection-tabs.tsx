import type { ConnectionView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { useField } from 'formik'
import { useTranslation } from 'react-i18next'

import { useListProvidersQuery } from '../../data/connections.api'
import { useListQueuesQuery } from '../../data/queues.api'
import { toast } from '../../lib/toast'
import { ColorChip } from '../../ui/color-chip'
import { FormSwitch, FormText } from '../../ui/form-fields'
import { IconAction } from '../../ui/icon-action'
import { CopyIcon } from '../../ui/icons'
import { randomToken } from './connection.form'
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
      <Button variant="outlined" onClick={() => void helpers.setValue(randomToken())}>
        {t('fields.generateToken')}
      </Button>
    </div>
  )
}

export const GeneralTab = ({ view }: { view: ConnectionView | undefined }) => {
  const isNew = view === undefined
  const { t } = useTranslation('connections')
  const { data: { providers } = { providers: [] } } = useListProvidersQuery(undefined, { skip: !isNew })
  return (
    <>
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

export const MessagesTab = () => {
  const { t } = useTranslation('connections')
  return (
    <>
      {messageFields.map((name) => (
        <FormText
          key={name}
          name={name}
          label={t(`fields.${name}`)}
          hint={t(`hints.${name}`)}
          multiline
          minRows={2}
          maxRows={6}
        />
      ))}
    </>
  )
}

const QueuesField = () => {
  const { t } = useTranslation('connections')
  const { data: queues = [] } = useListQueuesQuery(undefined)
  return (
    <FormText
      name="queueIds"
      label={t('fields.queueIds')}
      hint={t('hints.queueIds')}
      select
      slotProps={{
        select: {
          multiple: true,
          renderValue: (chosen) => (
            <span className="connection-chips">
              {queues
                .filter(({ id }) => Array.isArray(chosen) && chosen.includes(id))
                .map((queue) => (
                  <ColorChip key={queue.id} color={queue.color}>
                    {queue.name}
                  </ColorChip>
                ))}
            </span>
          ),
        },
      }}
    >
      {queues.map((queue) => (
        <MenuItem key={queue.id} value={queue.id}>
          <QueueCheck queueId={queue.id} />
          <ListItemText primary={queue.name} />
        </MenuItem>
      ))}
    </FormText>
  )
}

const QueueCheck = ({ queueId }: { queueId: number }) => {
  const [{ value }] = useField<number[]>('queueIds')
  return (
    <Checkbox
      size="small"
      checked={value.includes(queueId)}
      tabIndex={-1}
      disableRipple
      sx={{ p: 0 }}
      slotProps={{ input: { 'aria-hidden': true } }}
    />
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
      <QueuesField />
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
