import type { TemplateView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import { useFormikContext } from 'formik'
import { useTranslation } from 'react-i18next'

import { useGetCampaignSettingsQuery } from '../../data/campaigns.api'
import { useListTemplatesQuery } from '../../data/templates.api'
import { prefillTemplate, type ContactFact } from '../../lib/prefill-template'
import { groupTemplateFields, listTemplateParts, toTemplateFields } from '../../lib/template-values'
import { TemplateChoice } from '../../ui/template-choice'
import { TemplatePreview } from '../../ui/template-preview'
import { TemplateVariables } from '../../ui/template-variables'
import { toSettingsValues } from './campaign-settings.form'
import type { CampaignValues } from './campaign.form'
import { useExample } from './message-tabs'

/* Of the contact, filled in when its message is sent. */
const contactFacts: readonly ContactFact[] = [
  { id: 'firstName', text: '{{firstName}}' },
  { id: 'name', text: '{nome}' },
  { id: 'number', text: '{numero}' },
  { id: 'email', text: '{email}' },
]

const useFacts = (): ContactFact[] => {
  const { data: settings = [] } = useGetCampaignSettingsQuery()
  const own = toSettingsValues(settings).variables.map(({ key }) => ({
    id: 'own' as const,
    text: `{${key}}`,
  }))
  return [...contactFacts, ...own]
}

const Preview = ({ template }: { template: TemplateView }) => {
  const { values } = useFormikContext<CampaignValues>()
  const fillIn = useExample()
  const { header, body } = groupTemplateFields(listTemplateParts(template), values)
  return <TemplatePreview content={template} header={header.map(fillIn)} body={body.map(fillIn)} />
}

/** The message template that an official number sends in place of the messages: to those, too, who have not written for a day. */
export const TemplateField = ({ disabled }: { disabled: boolean }) => {
  const { t } = useTranslation('campaigns')
  const form = useFormikContext<CampaignValues>()
  const { template, whatsappId } = form.values
  const { data } = useListTemplatesQuery(whatsappId === '' ? 0 : whatsappId, { skip: whatsappId === '' })
  const facts = useFacts()
  const templates = data?.filter(({ canBeSent }) => canBeSent) ?? []
  const chosen =
    templates.find(({ name, language }) => name === template?.name && language === template.language) ?? null
  const isGone = template !== null && data !== undefined && chosen === null
  const handleChange = (next: TemplateView | null) =>
    void form.setValues({
      ...form.values,
      template: next && { name: next.name, language: next.language, parts: listTemplateParts(next) },
      ...(next && {
        ...toTemplateFields(prefillTemplate(next, facts)),
        confirmation: false,
        fileListId: '' as const,
      }),
    })
  if (data && templates.length === 0 && !template)
    return <Alert severity="info">{t('hints.noTemplates')}</Alert>
  return (
    <>
      <TemplateChoice
        templates={templates}
        chosen={chosen}
        disabled={disabled}
        error={isGone ? t('faults.templateGone') : (form.errors.template ?? '')}
        onChange={handleChange}
      />
      {template ? null : <Alert severity="info">{t('hints.template')}</Alert>}
      {chosen ? (
        <>
          <TemplateVariables template={chosen} facts={facts} disabled={disabled} />
          <Preview template={chosen} />
        </>
      ) : null}
    </>
  )
}
