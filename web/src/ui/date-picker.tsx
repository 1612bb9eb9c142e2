import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { TimePicker } from '@mui/x-date-pickers/TimePicker'
import { enUS, esES, ptBR } from '@mui/x-date-pickers/locales'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import 'dayjs/locale/es'
import 'dayjs/locale/pt-br'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { locales, matchLanguage, type Language } from '../i18n/i18n'
import type { DateFieldProps } from './date-field'
import './date-picker.css'

dayjs.extend(customParseFormat)

/** As the browser's own fields have their values. */
const formats = { date: 'YYYY-MM-DD', time: 'HH:mm', dateTime: 'YYYY-MM-DDTHH:mm' } as const

const pickers = { date: DatePicker, time: TimePicker, dateTime: DateTimePicker } as const

const readWords = ({ components }: typeof enUS) => {
  const words = components.MuiLocalizationProvider.defaultProps.localeText
  // Named as it is written in the list: 09, not 9.
  const pad = (name: ((digits: string) => string) | undefined) => (digits: string) =>
    name?.(digits.padStart(2, '0')) ?? digits
  return {
    ...words,
    hoursClockNumberText: pad(words.hoursClockNumberText),
    minutesClockNumberText: pad(words.minutesClockNumberText),
  }
}

const languages = {
  pt: { tag: 'pt-br', words: readWords(ptBR) },
  en: { tag: 'en', words: readWords(enUS) },
  es: { tag: 'es', words: readWords(esES) },
} as const

/* Day.js has no letters for the days of a Portuguese week. */
const nameDay = (language: Language) => (day: Dayjs) =>
  day.toDate().toLocaleDateString(locales[language], { weekday: 'narrow' })

const toText = (shown: Dayjs | null, format: string): string => (shown?.isValid() ? shown.format(format) : '')

/** MUI's picker of a date, a time or both: typed part by part, or chosen. See `DateField`. */
export const DateFieldPicker = ({
  kind,
  value,
  onChange,
  onBlur,
  error = '',
  hint,
  ...props
}: DateFieldProps) => {
  const { i18n } = useTranslation()
  const language = matchLanguage(i18n.language)
  const { tag, words } = languages[language]
  const format = formats[kind]
  const read = () => (value === '' ? null : dayjs(value, format))
  const [shown, setShown] = useState<Dayjs | null>(read)
  // What is half typed is no value yet, and stays in the field.
  if (toText(shown, format) !== value) setShown(read())
  const Picker = pickers[kind]
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale={tag} localeText={words}>
      <Picker
        label={props.label}
        value={shown}
        onChange={(next) => {
          setShown(next)
          onChange(toText(next, format))
        }}
        {...(kind !== 'time' && { dayOfWeekFormatter: nameDay(language) })}
        {...(props.disabled && { disabled: true })}
        {...(props.disablePast && { disablePast: true })}
        slotProps={{
          field: { clearable: !props.required },
          textField: {
            className: shown === null ? 'date-field date-field--empty' : 'date-field',
            size: 'small',
            fullWidth: true,
            required: props.required ?? false,
            error: error !== '',
            helperText: error || hint,
            ...(onBlur && { onBlur }),
          },
        }}
      />
    </LocalizationProvider>
  )
}
