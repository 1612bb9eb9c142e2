import type { MediaView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useField } from 'formik'
import { useTranslation } from 'react-i18next'

import { readServerTime } from '../../lib/server-clock'
import { FormDate } from '../../ui/date-field'
import { FileChoiceField, type FileChoice } from '../../ui/file-choice-field'
import { MessageField } from '../../ui/message-field'
import { toMomentKey } from '../../lib/format-date'
import { listQuickPicks } from './schedule-form'
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

/** Text, time and file of a schedule. */
export const ScheduleFields = ({ stored, choice, onChoice }: ScheduleFieldsProps) => {
  const { t } = useTranslation('schedules')
  return (
    <>
      <MessageField name="body" label={t('body')} />
      <div className="schedule-time">
        <FormDate name="sendAt" kind="dateTime" label={t('sendAt')} required disablePast />
        <QuickPicks />
      </div>
      <FileChoiceField stored={stored} choice={choice} onChange={onChoice} />
    </>
  )
}
