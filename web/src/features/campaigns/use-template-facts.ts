import { useGetCampaignSettingsQuery } from '../../data/campaigns.api'
import type { ContactFact } from '../../lib/prefill-template'
import { toSettingsValues } from './campaign-settings.form'

const ofContact: readonly ContactFact[] = [
  { id: 'firstName', text: '{{firstName}}' },
  { id: 'name', text: '{nome}' },
  { id: 'number', text: '{numero}' },
  { id: 'email', text: '{email}' },
]

/** Variables of campaigns, which are filled in when a contact's message is sent. */
export const useTemplateFacts = (): ContactFact[] => {
  const { data: settings = [] } = useGetCampaignSettingsQuery()
  const own = toSettingsValues(settings).variables.map(({ key }) => ({
    id: 'own' as const,
    text: `{${key}}`,
  }))
  return [...ofContact, ...own]
}
