import type { BusinessHoursView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useField } from 'formik'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { currentLanguage, locales } from '../i18n/i18n'
import { FormText } from './form-fields'
import {
  dayModes,
  isTime,
  listTimeZones,
  maskTime,
  modeTimes,
  nameWeekday,
  readDayMode,
  repeatMonday,
  type DayMode,
  type DayTimes,
} from './hours'
import './hours-field.css'

interface DayProps {
  day: BusinessHoursView
  onChange: (times: DayTimes) => void
}

const isWrongTime = (time: string): boolean => time !== '' && !isTime(time)

const Day = ({ day, onChange }: DayProps) => {
  const { t } = useTranslation()
  const errorId = useId()
  const isWrong = isWrongTime(day.startTime) || isWrongTime(day.endTime)
  // Not read from the times: while one is typed both may be equal.
  const [mode, setMode] = useState<DayMode>(() => readDayMode(day))
  const name = nameWeekday(day.weekdayEn, locales[currentLanguage()])
  const handleMode = (next: DayMode) => {
    setMode(next)
    onChange(modeTimes[next])
  }
  return (
    <div className="hours__day" role="group" aria-label={name}>
      <span className="hours__name">{name}</span>
      <TextField
        select
        size="small"
        value={mode}
        onChange={(event) => handleMode(event.target.value as DayMode)}
        slotProps={{ select: { SelectDisplayProps: { 'aria-label': `${name}: ${t('hours.rule')}` } } }}
      >
        {dayModes.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`hours.mode.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {mode === 'hours' ? (
        <div className="hours__times">
          {(['startTime', 'endTime'] as const).map((edge) => (
            <TextField
              key={edge}
              size="small"
              fullWidth
              placeholder="00:00"
              value={day[edge]}
              error={isWrongTime(day[edge])}
              onChange={(event) =>
                onChange({
                  startTime: day.startTime,
                  endTime: day.endTime,
                  [edge]: maskTime(event.target.value),
                })
              }
              slotProps={{
                htmlInput: {
                  'aria-label': `${name}: ${t(`hours.${edge}`)}`,
                  inputMode: 'numeric',
                  autoComplete: 'off',
                  'aria-describedby': isWrongTime(day[edge]) ? errorId : undefined,
                },
              }}
            />
          ))}
          {isWrong ? (
            <FormHelperText id={errorId} error className="hours__error">
              {t('hours.wrong')}
            </FormHelperText>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** The hours of a week, bound to formik: a list of seven days. */
export const HoursField = ({ name, legend }: { name: string; legend: string }) => {
  const { t } = useTranslation()
  const [{ value }, , helpers] = useField<BusinessHoursView[]>(name)
  // A day reads its mode from its times once: repeated ones begin anew.
  const [repeats, setRepeats] = useState(0)
  const handleRepeat = () => {
    void helpers.setValue(repeatMonday(value))
    setRepeats(repeats + 1)
  }
  return (
    <fieldset className="hours">
      <legend>{legend}</legend>
      {value.map((day, index) => (
        <Day
          key={`${day.weekdayEn}-${repeats}`}
          day={day}
          onChange={(times) => void helpers.setValue(value.with(index, { ...day, ...times }))}
        />
      ))}
      <Button size="small" sx={{ justifySelf: 'start' }} onClick={handleRepeat}>
        {t('hours.repeat')}
      </Button>
    </fieldset>
  )
}

/** A time zone bound to formik: typed with suggestions. */
export const TimeZoneField = ({ name, label, hint }: { name: string; label: string; hint: string }) => {
  const id = useId()
  return (
    <>
      <FormText
        name={name}
        label={label}
        hint={hint}
        placeholder="America/Sao_Paulo"
        autoComplete="off"
        slotProps={{ htmlInput: { list: id, spellCheck: false } }}
      />
      <datalist id={id}>
        {listTimeZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
