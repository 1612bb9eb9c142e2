import type { PromptSnapshot, QueueIntegrationSnapshot } from '../gen/desk/tickets/v1/tickets_events'
import type { NamedPromptView } from '../http/prompts.routes'
import {
  integrationTypes,
  type IntegrationType,
  type QueueIntegrationView,
} from '../http/queue-integrations.routes'
import { SECRET_MASK } from '../http/settings.routes'

const mask = (isSet: boolean): string => (isSet ? SECRET_MASK : '')

const readType = (text: string): IntegrationType =>
  integrationTypes.find((type) => type === text) ?? 'webhook'

export const queueIntegrationView = ({
  hasJsonContent,
  type,
  url,
  ...integration
}: QueueIntegrationSnapshot): QueueIntegrationView => ({
  ...integration,
  type: readType(type),
  urlN8N: url,
  jsonContent: mask(hasJsonContent),
})

export const promptView = ({
  hasApiKey,
  hasVoiceKey,
  queue,
  ...prompt
}: PromptSnapshot): NamedPromptView => ({
  ...prompt,
  queue: queue ? { id: queue.id, name: queue.name } : null,
  queueId: prompt.queueId ?? null,
  apiKey: mask(hasApiKey),
  voiceKey: mask(hasVoiceKey),
})
