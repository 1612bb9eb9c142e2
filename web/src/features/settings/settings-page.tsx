import type { SettingView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'

import { useMe } from '../../data/hooks'
import { useListSettingsQuery } from '../../data/settings.api'
import '../../data/settings.live'
import { translateError } from '../../lib/error-toast'
import { leave } from '../../lib/leaving'
import { ErrorState } from '../../ui/error-state'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { MediaUsage } from '../billing'
import { CompaniesTab } from '../companies'
import { HelpsTab } from '../helps'
import { PlansTab } from '../plans'
import { CompanyHoursForm } from './company-hours-form'
import { RetentionSection } from './retention-section'
import { SettingRow } from './setting-row'
import { settingGroups } from './setting-rows'
import { findValue, readSettingsAddress, listSettingsTabs, type SettingsTab } from './tabs'
import './settings.css'

/* The company's hours are in a tab of their own, above the visible part of this one; those of a queue are with it. */
const SetHours = ({ scheduleType, onOpenHours }: { scheduleType: string; onOpenHours: () => void }) => {
  const { t } = useTranslation('settings')
  const aligned = { justifySelf: 'start', marginLeft: '-10px' }
  if (scheduleType === 'company')
    return (
      <Button size="small" sx={aligned} onClick={onOpenHours}>
        {t('setHours.company')}
      </Button>
    )
  if (scheduleType !== 'queue') return null
  return (
    <Button size="small" sx={aligned} component={Link} to="/queues">
      {t('setHours.queue')}
    </Button>
  )
}

interface OptionsProps {
  settings: readonly SettingView[]
  onOpenHours: () => void
}

const Options = ({ settings, onOpenHours }: OptionsProps) => {
  const { t } = useTranslation('settings')
  const id = useId()
  return settingGroups.map((group) => (
    <section key={group.id} className="setting-group" aria-labelledby={`${id}-${group.id}`}>
      <h2 id={`${id}-${group.id}`}>{t(`groups.${group.id}`)}</h2>
      {group.rows.map((row) => (
        <SettingRow key={row.key} row={row} value={findValue(settings, row.key)}>
          {row.key === 'scheduleType' ? (
            <SetHours scheduleType={findValue(settings, row.key)} onOpenHours={onOpenHours} />
          ) : null}
        </SettingRow>
      ))}
    </section>
  ))
}

const CONTROL = '[role=combobox], input'

/* The setting that the address names has the focus, once it is there. */
const useNamedSetting = (isHere: boolean) => {
  const { key: visit, search } = useLocation()
  const { setting } = readSettingsAddress(search)
  useEffect(() => {
    if (!isHere || setting === null) return
    const row = document.getElementById(`setting-${setting}`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>(CONTROL)?.focus()
  }, [isHere, setting, visit])
}

/* The tab that the address names, until another one is chosen. */
const useTab = (tabs: readonly SettingsTab[]) => {
  const { key: visit, search } = useLocation()
  const [chosen, setChosen] = useState<{ visit: string; tab: SettingsTab } | null>(null)
  const wanted = chosen?.visit === visit ? chosen.tab : readSettingsAddress(search).tab
  const tab = tabs.find((one) => one === wanted) ?? 'options'
  return { tab, chooseTab: (next: SettingsTab) => setChosen({ visit, tab: next }) }
}

/** What the company may choose. */
export const SettingsPage = () => {
  const { t } = useTranslation('settings')
  const { data: settings, error, refetch } = useListSettingsQuery(undefined)
  const tabs = listSettingsTabs(useMe(), settings)
  const { tab, chooseTab } = useTab(tabs)
  useNamedSetting(settings !== undefined && tab === 'options')
  const openHours = () => {
    chooseTab('hours')
    document.getElementById('settings-tab-hours')?.focus()
  }
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Tabs
        value={tab}
        onChange={(_event, next: SettingsTab) => leave(() => chooseTab(next))}
        aria-label={t('title')}
        variant="scrollable"
      >
        {tabs.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`settings-tab-${one}`}
            aria-controls={`settings-panel-${one}`}
            label={t(`tabs.${one}`)}
          />
        ))}
      </Tabs>
      <div
        role="tabpanel"
        id={`settings-panel-${tab}`}
        aria-labelledby={`settings-tab-${tab}`}
        className={tab === 'options' || tab === 'hours' ? 'settings' : 'settings settings--wide'}
      >
        {tab === 'options' && error ? (
          <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
        ) : null}
        {tab === 'options' && !settings && !error ? <RowSkeletons height={64} /> : null}
        {tab === 'options' ? <MediaUsage /> : null}
        {settings && tab === 'options' ? <Options settings={settings} onOpenHours={openHours} /> : null}
        {settings && tab === 'options' ? <RetentionSection /> : null}
        {tab === 'hours' ? <CompanyHoursForm /> : null}
        {tab === 'companies' ? <CompaniesTab /> : null}
        {tab === 'plans' ? <PlansTab /> : null}
        {tab === 'helps' ? <HelpsTab /> : null}
      </div>
    </Page>
  )
}
