import { promptView, queueIntegrationView, type DeskEvent } from '@balcao/contracts/wire'

import { buildEmission, chooseAction, requireField, type Emission } from './emission'

export function queueIntegrationChanged(event: DeskEvent<'queueIntegrationChanged'>): Emission {
  const { value } = event.body
  const integration = requireField(value.integration, 'integration')
  return buildEmission(event, {
    channel: 'queueIntegration',
    action: chooseAction(value),
    payload: () => ({ queueIntegration: queueIntegrationView(integration) }),
  })
}

export const queueIntegrationDeleted = (event: DeskEvent<'queueIntegrationDeleted'>): Emission =>
  buildEmission(event, {
    channel: 'queueIntegration',
    action: 'delete',
    payload: () => ({ integrationId: event.body.value.integrationId }),
  })

export function promptChanged(event: DeskEvent<'promptChanged'>): Emission {
  const { value } = event.body
  const prompt = requireField(value.prompt, 'prompt')
  return buildEmission(event, {
    channel: 'prompt',
    action: chooseAction(value),
    payload: () => ({ prompt: promptView(prompt) }),
  })
}

export const promptDeleted = (event: DeskEvent<'promptDeleted'>): Emission =>
  buildEmission(event, {
    channel: 'prompt',
    action: 'delete',
    payload: () => ({ promptId: event.body.value.promptId }),
  })
