import type { CompanyId, IntegrationType, QueueIntegrationId } from '@balcao/contracts'

/** A service of the company's own that answers customers, or is told what they write. */
export interface Integration {
  id: QueueIntegrationId
  companyId: CompanyId
  type: IntegrationType
  name: string
  /** Of the Dialogflow agent. */
  projectName: string
  /** The service account's key file, sealed; null without one. */
  sealedJsonContent: string | null
  language: string
  /** Of n8n, the webhook or the Typebot server. */
  url: string
  typebotSlug: string
  /** Minutes of silence that end a session; 0 never. */
  typebotExpires: number
  typebotDelayMessage: number
  typebotKeywordFinish: string
  typebotKeywordRestart: string
  typebotUnknownMessage: string
  typebotRestartMessage: string
  /** Signs calls to n8n and webhooks; sealed, null for the other types. */
  sealedSigningSecret: string | null
  createdAt: Date
}

/** Purposes of sealed texts: what was sealed for one does not open for another. */
export const sealPurposes = {
  jsonContent: (companyId: CompanyId) => `integration ${companyId} json`,
  signingSecret: (companyId: CompanyId) => `integration ${companyId} signing`,
  apiKey: (companyId: CompanyId) => `prompt ${companyId} api`,
  voiceKey: (companyId: CompanyId) => `prompt ${companyId} voice`,
}

/** Types whose calls are signed; nothing they answer is sent to the customer. */
export const isWebhook = ({ type }: Pick<Integration, 'type'>): boolean =>
  type === 'n8n' || type === 'webhook'

/** Names that differ in case only are one. */
export const integrationKey = (name: string): string => name.trim().normalize('NFC').toLowerCase()
