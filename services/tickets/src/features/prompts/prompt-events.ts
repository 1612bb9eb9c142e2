import { deskEvent, orderingKeys, type DeskEvent, type PromptSnapshot } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import type { Prompt } from './prompt'

interface Stamp {
  ids: Ids
  clock: Clock
}

/** Without its keys. */
export const toPromptSnapshot = (prompt: Prompt): PromptSnapshot => ({
  id: prompt.id,
  companyId: prompt.companyId,
  name: prompt.name,
  prompt: prompt.prompt,
  hasApiKey: prompt.sealedApiKey !== null,
  voice: prompt.voice,
  hasVoiceKey: prompt.sealedVoiceKey !== null,
  voiceRegion: prompt.voiceRegion,
  maxTokens: prompt.maxTokens,
  temperature: prompt.temperature,
  maxMessages: prompt.maxMessages,
  queueId: prompt.queueId ?? undefined,
  monthlyTokens: prompt.monthlyTokens,
})

export const promptChanged = (stamp: Stamp, prompt: Prompt, created: boolean): DeskEvent =>
  deskEvent(stamp, prompt.companyId, orderingKeys.prompt(prompt.id), 'promptChanged', {
    prompt: toPromptSnapshot(prompt),
    created,
  })

export const promptDeleted = (stamp: Stamp, { id, companyId }: Prompt): DeskEvent =>
  deskEvent(stamp, companyId, orderingKeys.prompt(id), 'promptDeleted', { promptId: id })
