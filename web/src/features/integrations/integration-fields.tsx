import { integrationLanguages, type IntegrationType } from '@balcao/contracts'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'

import { FormText } from '../../ui/form-fields'

const number = { htmlInput: { min: 0, inputMode: 'numeric' as const } }

const DialogflowFields = () => {
  const { t } = useTranslation('integrations')
  return (
    <>
      <FormText name="language" label={t('fields.language')} select>
        {integrationLanguages.map((language) => (
          <MenuItem key={language} value={language}>
            {t(`language.${language}`)}
          </MenuItem>
        ))}
      </FormText>
      <FormText name="projectName" label={t('fields.projectName')} autoComplete="off" />
      <FormText
        name="jsonContent"
        label={t('fields.jsonContent')}
        hint={t('hints.jsonContent')}
        multiline
        minRows={4}
        maxRows={10}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 13 } } }}
      />
    </>
  )
}

const TypebotFields = () => {
  const { t } = useTranslation('integrations')
  return (
    <>
      <FormText name="urlN8N" label={t('fields.url')} type="url" required autoComplete="off" />
      <FormText name="typebotSlug" label={t('fields.typebotSlug')} required autoComplete="off" />
      <FormText
        name="typebotExpires"
        label={t('fields.typebotExpires')}
        hint={t('hints.typebotExpires')}
        type="number"
        slotProps={number}
      />
      <FormText
        name="typebotDelayMessage"
        label={t('fields.typebotDelayMessage')}
        type="number"
        slotProps={number}
      />
      <FormText name="typebotKeywordFinish" label={t('fields.typebotKeywordFinish')} />
      <FormText name="typebotKeywordRestart" label={t('fields.typebotKeywordRestart')} />
      <FormText
        name="typebotUnknownMessage"
        label={t('fields.typebotUnknownMessage')}
        multiline
        maxRows={4}
      />
      <FormText
        name="typebotRestartMessage"
        label={t('fields.typebotRestartMessage')}
        multiline
        maxRows={4}
      />
    </>
  )
}

/** The fields of an integration's type. */
export const IntegrationFields = ({ type }: { type: IntegrationType }) => {
  const { t } = useTranslation('integrations')
  if (type === 'dialogflow') return <DialogflowFields />
  if (type === 'typebot') return <TypebotFields />
  return (
    <FormText
      name="urlN8N"
      label={t('fields.url')}
      hint={t('hints.url')}
      type="url"
      required
      autoComplete="off"
    />
  )
}
