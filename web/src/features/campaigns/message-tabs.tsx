import { renderText } from '@balcao/contracts'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useFormikContext } from 'formik'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useGetCampaignSettingsQuery } from '../../data/campaigns.api'
import { currentLanguage } from '../../i18n/i18n'
import { readServerTime } from '../../lib/server-clock'
import { FormText } from '../../ui/form-fields'
import { RichText } from '../../ui/rich-text'
import { useTabWithError } from '../../ui/use-tab-with-error'
import { toSettingsValues } from './campaign-settings.form'
import { confirmationFields, findTabWithError, messageFields, type CampaignValues } from './campaign.form'
import './campaigns.css'

const example = { name: 'Maria Souza', number: '5511987654321', email: 'maria@example.com' }

/** Fills in every variable, as for an example contact in the browser's zone. */
export const useExample = (): ((text: string) => string) => {
  const { data: settings = [] } = useGetCampaignSettingsQuery()
  const { variables } = toSettingsValues(settings)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (text) =>
    renderText(text, example, { variables, timeZone, language: currentLanguage() }, readServerTime())
}

const Preview = ({ text }: { text: string }) => {
  const { t } = useTranslation('campaigns')
  const shown = useExample()(text)
  return (
    <div className="campaign-preview" aria-label={t('preview.label')} role="group">
      {text.trim() === '' ? (
        <small>{t('preview.empty')}</small>
      ) : (
        <p className="campaign-preview__bubble">
          <RichText text={shown} />
        </p>
      )}
    </div>
  )
}

/** The five messages, each with its confirmation message where contacts are asked first. */
export const MessageTabs = ({ disabled }: { disabled: boolean }) => {
  const { t } = useTranslation('campaigns')
  const id = useId()
  const form = useFormikContext<CampaignValues>()
  const { values } = form
  const [shown, setShown] = useState(0)
  useTabWithError(form, findTabWithError, setShown)
  const message = messageFields[shown] ?? 'message1'
  const confirmation = confirmationFields[shown] ?? 'confirmationMessage1'
  return (
    <div className="campaign-tabs">
      <Tabs
        value={shown}
        onChange={(_event, tab: number) => setShown(tab)}
        variant="scrollable"
        aria-label={t('fields.messages')}
      >
        {messageFields.map((field, index) => (
          <Tab
            key={field}
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel`}
            label={t('fields.message', { number: index + 1 })}
          />
        ))}
      </Tabs>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${shown}`}
        className="campaign-messages"
      >
        <FormText
          key={message}
          name={message}
          label={t('fields.message', { number: shown + 1 })}
          hint={t('hints.message')}
          multiline
          minRows={4}
          maxRows={10}
          disabled={disabled}
        />
        {values.confirmation ? (
          <FormText
            key={confirmation}
            name={confirmation}
            label={t('fields.confirmationMessage', { number: shown + 1 })}
            hint={t('hints.confirmationMessage')}
            multiline
            minRows={2}
            maxRows={10}
            disabled={disabled}
          />
        ) : null}
        {values.confirmation && values[confirmation].trim() !== '' ? (
          <Preview text={values[confirmation]} />
        ) : null}
        <Preview text={values[message]} />
      </div>
    </div>
  )
}
