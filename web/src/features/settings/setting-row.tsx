import { settingDefinitions, type SettingKey } from '@balcao/contracts'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePutSettingMutation } from '../../data/settings.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import type { SettingRowSpec } from './setting-rows'

interface ControlProps {
  setting: SettingKey
  value: string
  title: string
  hintId: string
  onChange: (value: string) => void
}

const OnOff = ({ value, title, hintId, onChange }: ControlProps) => (
  <Switch
    checked={value === 'enabled'}
    onChange={(_event, checked) => onChange(checked ? 'enabled' : 'disabled')}
    slotProps={{ input: { 'aria-label': title, 'aria-describedby': hintId } }}
  />
)

const listAllowed = (key: SettingKey): readonly string[] => {
  const { allowed } = settingDefinitions[key]
  return typeof allowed === 'string' ? [] : allowed
}

const Choice = ({ setting, value, title, hintId, onChange }: ControlProps) => {
  const { t } = useTranslation('settings')
  return (
    <TextField
      select
      size="small"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        select: { SelectDisplayProps: { 'aria-label': title, 'aria-describedby': hintId } },
      }}
      sx={{ minWidth: 180 }}
    >
      {listAllowed(setting).map((one) => (
        <MenuItem key={one} value={one}>
          {t(`values.${setting}.${one}` as 'values.scheduleType.disabled')}
        </MenuItem>
      ))}
    </TextField>
  )
}

/* Stored when the field is left, or with Enter; what is no whole number of minutes goes back to what is stored. */
const Minutes = ({ value, title, hintId, onChange }: ControlProps) => {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const store = () => {
    const minutes = typed.trim()
    if (!/^\d{1,6}$/.test(minutes)) return setTyped(value)
    if (Number(minutes) !== Number(value)) onChange(String(Number(minutes)))
  }
  return (
    <TextField
      size="small"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={store}
      onKeyDown={({ key }) => key === 'Enter' && store()}
      slotProps={{
        htmlInput: { 'aria-label': title, 'aria-describedby': hintId, inputMode: 'numeric', maxLength: 6 },
        input: { endAdornment: <InputAdornment position="end">{t('minutes')}</InputAdornment> },
      }}
      sx={{ width: 140 }}
    />
  )
}

/* Stored when the field is left, or with Enter. What is stored is never shown: the mask stands for it until something is typed. */
const Secret = ({ value, title, hintId, onChange }: ControlProps) => {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const store = () => {
    const secret = typed.trim()
    if (secret === value) return
    setTyped(value)
    onChange(secret)
  }
  return (
    <TextField
      size="small"
      type="password"
      value={typed}
      placeholder={t('secretPlaceholder')}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={store}
      onKeyDown={({ key }) => key === 'Enter' && store()}
      slotProps={{
        htmlInput: {
          'aria-label': title,
          'aria-describedby': hintId,
          autoComplete: 'new-password',
          maxLength: 2_000,
        },
      }}
      sx={{ minWidth: 180 }}
    />
  )
}

const controls = { switch: OnOff, select: Choice, minutes: Minutes, secret: Secret }

export interface SettingRowProps {
  row: SettingRowSpec
  value: string
  /** What the value asks for next. */
  children?: React.ReactNode
}

/** One setting, stored as soon as it is changed. */
export const SettingRow = ({ row: { key, kind }, value, children }: SettingRowProps) => {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const id = useId()
  const [put, { isLoading }] = usePutSettingMutation()
  const handleChange = async (next: string) => {
    const { error } = await put({ key, value: next })
    if (error) showError(error)
    else toast.success(t('saved'))
  }
  const Control = controls[kind]
  const title = t(`rows.${key}.title` as 'rows.call.title')
  return (
    <div className={`setting setting--${kind}`} id={`setting-${key}`}>
      <div className="setting__text">
        <b>{title}</b>
        <small id={`${id}-hint`}>{t(`rows.${key}.hint` as 'rows.call.hint')}</small>
        {children}
      </div>
      <span className="setting__state" role="status">
        {isLoading ? common('actions.saving') : ''}
      </span>
      <Control
        setting={key}
        value={value}
        title={title}
        hintId={`${id}-hint`}
        onChange={(next) => void handleChange(next)}
      />
    </div>
  )
}
