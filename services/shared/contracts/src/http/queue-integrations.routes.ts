import type { Sort } from '../rules/sort'
import type {
  listQueueIntegrationsQuery,
  queueIntegrationBody,
  queueIntegrationPatchBody,
  testSessionBody,
} from './queue-integrations.http'
import { type Sent, route } from './route'

/** What the list of integrations is sorted by. */
export const queueIntegrationSorts = ['id', 'type', 'name'] as const

export type QueueIntegrationSort = Sort<(typeof queueIntegrationSorts)[number]>

export const integrationTypes = ['dialogflow', 'n8n', 'webhook', 'typebot'] as const
export type IntegrationType = (typeof integrationTypes)[number]

export const integrationLanguages = ['pt-BR', 'en', 'es'] as const

export interface QueueIntegrationView {
  id: number
  type: IntegrationType
  name: string
  projectName: string
  /** SECRET_MASK when a key file is stored, which is never answered; '' without one. */
  jsonContent: string
  language: string
  /** Of n8n, the webhook or the Typebot server. */
  urlN8N: string
  typebotSlug: string
  /** Minutes of silence that end a session; 0 never. */
  typebotExpires: number
  /** Milliseconds before each message. */
  typebotDelayMessage: number
  typebotKeywordFinish: string
  typebotKeywordRestart: string
  typebotUnknownMessage: string
  typebotRestartMessage: string
  companyId: number
}

/** `signingSecret` is answered once, when it is made: calls to n8n and webhooks are signed with it. */
export type CreatedQueueIntegration = QueueIntegrationView & { signingSecret?: string }

export const queueIntegrationRoutes = {
  listQueueIntegrations: route('get', '/queueIntegration').with<{
    query: Sent<typeof listQueueIntegrationsQuery>
    answer: { queueIntegrations: QueueIntegrationView[]; count: number; hasMore: boolean }
  }>(),
  getQueueIntegration: route('get', '/queueIntegration/:integrationId').with<{
    answer: QueueIntegrationView
  }>(),
  createQueueIntegration: route('post', '/queueIntegration').with<{
    body: Sent<typeof queueIntegrationBody>
    answer: CreatedQueueIntegration
  }>(),
  updateQueueIntegration: route('put', '/queueIntegration/:integrationId').with<{
    body: Sent<typeof queueIntegrationPatchBody>
    answer: CreatedQueueIntegration
  }>(),
  deleteQueueIntegration: route('delete', '/queueIntegration/:integrationId').with<{
    answer: { message: string }
  }>(),
  testSession: route('post', '/queueIntegration/testSession').with<{
    body: Sent<typeof testSessionBody>
    answer: { messages: string[] }
  }>(),
}
