import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'

import { currentLanguage, locales } from '../../i18n/i18n'
import { readServerTime } from '../../lib/server-clock'
import { IconAction } from '../../ui/icon-action'
import { ChevronIcon } from '../../ui/icons'
import { calendarViews, formatRange, moveDate, type CalendarView } from './calendar'

export interface CalendarToolbarProps {
  view: CalendarView
  date: Date
  onShow: (view: CalendarView, date: Date) => void
}

/** Which days are shown, and how. */
export const CalendarToolbar = ({ view, date, onShow }: CalendarToolbarProps) => {
  const { t } = useTranslation('schedules')
  const move = (step: 1 | -1) => onShow(view, moveDate(view, date, step))
  return (
    <div className="calendar-toolbar">
      <Button color="secondary" variant="outlined" onClick={() => onShow(view, readServerTime())}>
        {t('today')}
      </Button>
      <IconAction label={t('previous')} onClick={() => move(-1)}>
        <ChevronIcon sx={{ transform: 'rotate(180deg)' }} />
      </IconAction>
      <IconAction label={t('next')} onClick={() => move(1)}>
        <ChevronIcon />
      </IconAction>
      <p aria-live="polite">{formatRange(view, date, locales[currentLanguage()])}</p>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        aria-label={t('view')}
        onChange={(_event, chosen: CalendarView | null) => chosen && onShow(chosen, date)}
      >
        {calendarViews.map((name) => (
          <ToggleButton key={name} value={name}>
            {t(`views.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}
