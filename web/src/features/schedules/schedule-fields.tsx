import { fillVariables, type MediaView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useField, useFormikContext } from 'formik'
import { useTranslation } from 'react-i18next'

import { useListConnectionsQuery } from '../../data/connections.api'
import { contactVariables } from '../../lib/prefill-template'
import { readServerTime } from '../../lib/server-clock'
import { FormDate } from '../../ui/date-field'
import { FileChoiceField, type FileChoice } from '../../ui/file-choice-field'
import { FormText } from '../../ui/form-fields'
import { MessageField } from '../../ui/message-field'
import { toMomentKey } from '../../lib/format-date'
import { TemplateField } from '../templates'
import { listQuickPicks, type ScheduleValues } from './schedule-form'
import './schedule-dialog.css'

const QuickPicks = () => {
  const { t } = useTranslation('schedules')
  const [, , helpers] = useField<string>('sendAt')
  return (
    <div role="group" aria-label={t('picks.title')} className="schedule-picks">
      {listQuickPicks(readServerTime()).map(({ name, at }) => (
        <Button
          key={name}
          size="small"
          color="secondary"
          variant="outlined"
          onClick={() => void helpers.setValue(toMomentKey(at))}
        >
          {t(`picks.${name}`)}
        </Button>
      ))}
    </div>
  )
}

export interface ScheduleFieldsProps {
  stored: MediaView | null
  choice: FileChoice
  onChoice: (choice: FileChoice) => void
}

/* Which connection's template is sent, where there are any. */
const KindField = ({ onChosen }: { onChosen: (kind: 'text' | 'template') => void }) => {
  const { t } = useTranslation('schedules')
  const { values, setFieldValue } = useFormikContext<ScheduleValues>()
  const { data: connections = [] } = useListConnectionsQuery()
  const official = connections.filter(
    ({ id, capabilities }) => capabilities.hasTemplates || id === values.whatsappId,
  )
  if (official.length === 0) return null
  return (
    <FormText
      name="whatsappId"
      label={t('sendAs')}
      select
      onChange={(event) => {
        const chosen = Number(event.target.value)
        void setFieldValue('template', null)
        void setFieldValue('whatsappId', chosen === 0 ? '' : chosen)
        onChosen(chosen === 0 ? 'text' : 'template')
      }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('asText')}</MenuItem>
      {official.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {t('asTemplate', { name })}
        </MenuItem>
      ))}
    </FormText>
  )
}

const Template = () => {
  const { values } = useFormikContext<ScheduleValues>()
  const fillIn = (text: string) =>
    fillVariables(text, { contactName: values.contact?.name ?? '', now: readServerTime() })
  return <TemplateField connectionId={values.whatsappId} facts={contactVariables} fillIn={fillIn} />
}

/** Text or template, time and file of a schedule. */
export const ScheduleFields = ({ stored, choice, onChoice }: ScheduleFieldsProps) => {
  const { t } = useTranslation('schedules')
  const { values } = useFormikContext<ScheduleValues>()
  const isText = values.whatsappId === ''
  return (
    <>
      <KindField onChosen={(kind) => onChoice({ kind: kind === 'text' ? 'stored' : 'none' })} />
      {isText ? <MessageField name="body" label={t('body')} /> : <Template />}
      <div className="schedule-time">
        <FormDate name="sendAt" kind="dateTime" label={t('sendAt')} required disablePast />
        <QuickPicks />
      </div>
      {isText ? <FileChoiceField stored={stored} choice={choice} onChange={onChoice} /> : null}
    </>
  )
}
