import type { ConnectionView, QueueView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { useDeleteQueueFileMutation, useUploadQueueFileMutation } from '../../data/queues.api'
import { useSetting } from '../../data/settings.api'
import { ColorField } from '../../ui/color-field'
import { FileField } from '../../ui/file-field'
import { FormText } from '../../ui/form-fields'
import { HoursField, TimeZoneField } from '../../ui/hours-field'
import { AssistantFields } from './assistant-fields'
import { OptionsSection } from './options-section'

export interface QueueTabProps {
  /** Undefined for a new queue. */
  queue: QueueView | undefined
  queues: readonly QueueView[]
  /** Gets the company's first queue. */
  connection: ConnectionView | undefined
  /** Stores a new queue and goes on with its options. */
  onContinue: () => void
  /** The dialog goes on with the options of a queue that it stored. */
  isContinued: boolean
}

const GreetingFile = ({ queue }: { queue: QueueView }) => {
  const [upload, uploading] = useUploadQueueFileMutation()
  const [remove, removing] = useDeleteQueueFileMutation()
  const { t } = useTranslation('queues')
  const { mediaPath, mediaName } = queue
  return (
    <FileField
      subject={t('fields.greetingMessage')}
      file={mediaPath === null ? null : { url: mediaPath, name: mediaName ?? '' }}
      busy={uploading.isLoading || removing.isLoading}
      upload={(file) => upload({ id: queue.id, file })}
      remove={() => remove(queue.id)}
    />
  )
}

const TextField = ({ name }: { name: 'greetingMessage' | 'outOfHoursMessage' }) => {
  const { t } = useTranslation('queues')
  const scheduleType = useSetting('scheduleType')
  const isOff = name === 'outOfHoursMessage' && scheduleType !== undefined && scheduleType !== 'queue'
  return (
    <FormText
      name={name}
      label={t(`fields.${name}`)}
      hint={t(isOff ? 'hints.outOfHoursMessageOff' : `hints.${name}`)}
      multiline
      minRows={2}
      maxRows={6}
    />
  )
}

const OptionsLater = ({ onContinue }: { onContinue: () => void }) => {
  const { t } = useTranslation('queues')
  return (
    <section className="options" aria-label={t('options.heading')}>
      <div className="options__head">
        <h3>{t('options.heading')}</h3>
        <Button size="small" onClick={onContinue}>
          {t('options.continue')}
        </Button>
      </div>
      <p className="options__hint">{t('options.later')}</p>
    </section>
  )
}

export const DataTab = ({ queue, queues, connection, onContinue, isContinued }: QueueTabProps) => {
  const { t } = useTranslation('queues')
  return (
    <>
      {connection ? <Alert severity="info">{t('firstOf', { connection: connection.name })}</Alert> : null}
      <FormText name="name" label={t('fields.name')} required autoFocus={!isContinued} autoComplete="off" />
      <div className="queue-pair">
        <ColorField name="color" label={t('fields.color')} used={queues.map(({ color }) => color)} />
        <FormText
          name="orderQueue"
          label={t('fields.orderQueue')}
          hint={t('hints.orderQueue')}
          type="number"
          slotProps={{ htmlInput: { min: 0, inputMode: 'numeric' } }}
        />
      </div>
      <TextField name="greetingMessage" />
      {queue ? <GreetingFile queue={queue} /> : null}
      <TextField name="outOfHoursMessage" />
      <AssistantFields />
      {queue ? (
        <OptionsSection queueId={queue.id} isContinued={isContinued} />
      ) : (
        <OptionsLater onContinue={onContinue} />
      )}
    </>
  )
}

export const HoursTab = () => {
  const { t } = useTranslation('queues')
  return (
    <>
      <HoursField name="schedules" legend={t('hours.legend')} />
      <TimeZoneField name="timeZone" label={t('fields.timeZone')} hint={t('hints.timeZone')} />
      <p className="options__hint">{t('hours.saveHint')}</p>
    </>
  )
}
