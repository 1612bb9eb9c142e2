import type { IntegrationType, QueueIntegrationView } from '@balcao/contracts'

import type { IntegrationForm } from '../../data/queue-integrations.api'

export type IntegrationValues = Required<IntegrationForm>

export const emptyIntegration: IntegrationValues = {
  type: 'dialogflow',
  name: '',
  projectName: '',
  jsonContent: '',
  language: 'pt-BR',
  urlN8N: '',
  typebotSlug: '',
  typebotExpires: 1,
  typebotDelayMessage: 1_000,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotUnknownMessage: '',
  typebotRestartMessage: '',
}

export const toIntegrationValues = ({
  id: _id,
  companyId: _companyId,
  ...fields
}: QueueIntegrationView): IntegrationValues => ({
  ...fields,
  language: fields.language as IntegrationValues['language'],
})

export const isWebhookType = (type: IntegrationType): boolean => type === 'n8n' || type === 'webhook'

/** An emptied number field counts as 0. */
export const toIntegrationBody = (values: IntegrationValues): IntegrationForm => ({
  ...values,
  typebotExpires: Number(values.typebotExpires) || 0,
  typebotDelayMessage: Number(values.typebotDelayMessage) || 0,
})

/** Whether the key file is JSON, or the mask of a stored one, or none. */
export const isKeyFile = (text: string, mask: string): boolean => {
  if (text === '' || text === mask) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    // Shown under the field.
    return false
  }
}
