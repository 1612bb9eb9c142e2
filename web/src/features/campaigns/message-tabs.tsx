import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useFormikContext } from 'formik'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormText } from '../../ui/form-fields'
import { RichText } from '../../ui/rich-text'
import type { CampaignValues } from './campaign.form'
import './campaigns.css'

const FIVE = [0, 1, 2, 3, 4] as const

/* What a contact would see, with a name for an example. */
const Preview = ({ text }: { text: string }) => {
  const { t } = useTranslation('campaigns')
  const example = t('preview.name')
  return (
    <div className="campaign-preview" aria-label={t('preview.label')} role="group">
      {text.trim() === '' ? (
        <small>{t('preview.empty')}</small>
      ) : (
        <p className="campaign-preview__bubble">
          <RichText text={text.replaceAll('{nome}', example)} />
        </p>
      )}
    </div>
  )
}

/** The five messages, each with its confirmation message where contacts are asked first. */
export const MessageTabs = ({ disabled }: { disabled: boolean }) => {
  const { t } = useTranslation('campaigns')
  const id = useId()
  const [shown, setShown] = useState(0)
  const { values } = useFormikContext<CampaignValues>()
  return (
    <div className="campaign-tabs">
      <Tabs
        value={shown}
        onChange={(_event, tab: number) => setShown(tab)}
        variant="scrollable"
        aria-label={t('fields.messages')}
      >
        {FIVE.map((index) => (
          <Tab
            key={index}
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
          key={`message-${shown}`}
          name={`messages[${shown}]`}
          label={t('fields.message', { number: shown + 1 })}
          hint={t('hints.message')}
          multiline
          minRows={4}
          maxRows={10}
          disabled={disabled}
        />
        {values.confirmation ? (
          <FormText
            key={`confirmation-${shown}`}
            name={`confirmationMessages[${shown}]`}
            label={t('fields.confirmationMessage', { number: shown + 1 })}
            hint={t('hints.confirmationMessage')}
            multiline
            minRows={2}
            maxRows={10}
            disabled={disabled}
          />
        ) : null}
        <Preview text={values.messages[shown] ?? ''} />
      </div>
    </div>
  )
}
