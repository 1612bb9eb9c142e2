import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useGetCampaignSettingsQuery, useSaveCampaignSettingsMutation } from '../../data/campaigns.api'
import '../../data/campaigns.live'
import { showError, translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useUnsaved } from '../../lib/use-unsaved'
import { DateField } from '../../ui/date-field'
import { ErrorState } from '../../ui/error-state'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { toSettingsBody, toSettingsValues, type SettingsValues } from './campaign-settings.form'
import { VariablesTable } from './variables-table'
import './campaigns.css'

/* The contract's choices, without its validator. */
const MESSAGE_INTERVALS = [0, 5, 10, 15, 20]
const OTHERS = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120]

interface SelectProps {
  label: string
  value: number
  choices: readonly number[]
  words: (choice: number) => string
  onChange: (value: number) => void
}

const NumberSelect = ({ label, value, choices, words, onChange }: SelectProps) => (
  <TextField select label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
    {choices.map((choice) => (
      <MenuItem key={choice} value={choice}>
        {words(choice)}
      </MenuItem>
    ))}
  </TextField>
)

interface FieldsProps {
  values: SettingsValues
  set: (changed: Partial<SettingsValues>) => void
}

const Intervals = ({ values, set }: FieldsProps) => {
  const { t } = useTranslation('campaigns')
  const seconds = (count: number) =>
    count === 0 ? t('settings.noInterval') : t('settings.seconds', { count })
  return (
    <>
      <div className="campaign-settings__row">
        <NumberSelect
          label={t('settings.messageInterval')}
          value={values.messageInterval}
          choices={MESSAGE_INTERVALS}
          words={seconds}
          onChange={(messageInterval) => set({ messageInterval })}
        />
        <NumberSelect
          label={t('settings.longerIntervalAfter')}
          value={values.longerIntervalAfter}
          choices={OTHERS}
          words={(count) => (count === 0 ? t('settings.never') : t('settings.messages', { count }))}
          onChange={(longerIntervalAfter) => set({ longerIntervalAfter })}
        />
        <NumberSelect
          label={t('settings.greaterInterval')}
          value={values.greaterInterval}
          choices={OTHERS}
          words={seconds}
          onChange={(greaterInterval) => set({ greaterInterval })}
        />
      </div>
      <p className="campaign-hint">
        {t(values.longerIntervalAfter === 0 ? 'settings.summaryPlain' : 'settings.summary', {
          interval: values.messageInterval,
          after: values.longerIntervalAfter,
          greater: values.greaterInterval,
        })}
      </p>
    </>
  )
}

const Limits = ({ values, set }: FieldsProps) => {
  const { t } = useTranslation('campaigns')
  return (
    <>
      <div className="campaign-settings__row">
        <DateField
          kind="time"
          label={t('settings.start')}
          value={values.start}
          onChange={(start) => set({ start })}
        />
        <DateField
          kind="time"
          label={t('settings.end')}
          value={values.end}
          onChange={(end) => set({ end })}
        />
      </div>
      <TextField
        label={t('settings.optOutWords')}
        helperText={t('settings.optOutHint')}
        value={values.optOutWords}
        onChange={({ target }) => set({ optOutWords: target.value })}
      />
    </>
  )
}

const SettingsForm = ({ initial }: { initial: SettingsValues }) => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const [stored, setStored] = useState(initial)
  const [values, setValues] = useState(initial)
  const [save, { isLoading }] = useSaveCampaignSettingsMutation()
  const set = (changed: Partial<SettingsValues>) => setValues((before) => ({ ...before, ...changed }))
  useUnsaved(JSON.stringify(values) !== JSON.stringify(stored), isLoading)
  const handleSave = async () => {
    const { error } = await save(toSettingsBody(values))
    if (error) showError(error)
    else {
      setStored(values)
      toast.success(t('settings.saved'))
    }
  }
  return (
    <div className="campaign-settings">
      <Intervals values={values} set={set} />
      <Limits values={values} set={set} />
      <VariablesTable variables={values.variables} onChange={(variables) => set({ variables })} />
      <Button variant="contained" loading={isLoading} onClick={() => void handleSave()}>
        {common('actions.save')}
      </Button>
    </div>
  )
}

/** Pace, hours, opt-out words and variables of the company's campaigns. */
export const CampaignSettingsPage = () => {
  const { t } = useTranslation('campaigns')
  const { data, error, refetch } = useGetCampaignSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Page>
      <PageHeader title={t('settings.title')} />
      {data ? <SettingsForm initial={toSettingsValues(data)} /> : null}
      {!data && error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <RowSkeletons height={56} /> : null}
    </Page>
  )
}
