import type { CompanyId } from '@balcao/contracts'
import { promptView, queueIntegrationView, type DeskEvent } from '@balcao/contracts/wire'

import type { Emission } from './emission'
import { rooms } from './rooms'

/* Integrations and prompts are set up by administrators. */
const toAdmins = (companyId: CompanyId, frame: NonNullable<Emission['frame']>): Emission[] => [
  { part: 'main', audience: [rooms.admins(companyId)], except: [], frame },
]

export function queueIntegrationChanged({
  companyId,
  body,
}: DeskEvent<'queueIntegrationChanged'>): Emission[] {
  const { integration, created } = body.value
  if (!integration) throw new Error('an event without its snapshot')
  return toAdmins(companyId, () => ({
    channel: 'queueIntegration',
    payload: {
      action: created ? 'create' : 'update',
      queueIntegration: queueIntegrationView(integration),
    },
  }))
}

export const queueIntegrationDeleted = ({
  companyId,
  body,
}: DeskEvent<'queueIntegrationDeleted'>): Emission[] =>
  toAdmins(companyId, () => ({
    channel: 'queueIntegration',
    payload: { action: 'delete', integrationId: body.value.integrationId },
  }))

export function promptChanged({ companyId, body }: DeskEvent<'promptChanged'>): Emission[] {
  const { prompt, created } = body.value
  if (!prompt) throw new Error('an event without its snapshot')
  return toAdmins(companyId, () => ({
    channel: 'prompt',
    payload: { action: created ? 'create' : 'update', prompt: promptView(prompt) },
  }))
}

export const promptDeleted = ({ companyId, body }: DeskEvent<'promptDeleted'>): Emission[] =>
  toAdmins(companyId, () => ({
    channel: 'prompt',
    payload: { action: 'delete', promptId: body.value.promptId },
  }))
