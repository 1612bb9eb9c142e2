import {
  deskEvent,
  orderingKeys,
  type DeskEvent,
  type PromptSnapshot,
  type QueueRef,
} from '@balcao/contracts/wire'
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

/** @param change its queue as it is named now. */
export const promptChanged = (
  stamp: Stamp,
  prompt: Prompt,
  { queue, created }: { queue: QueueRef | undefined; created: boolean },
): DeskEvent =>
  deskEvent(stamp, orderingKeys.prompt(prompt.companyId, prompt.id), 'promptChanged', {
    prompt: {
      ...toPromptSnapshot(prompt),
      ...(queue && { queue: { id: queue.id, name: queue.name, color: queue.color } }),
    },
    created,
  })

export const promptDeleted = (stamp: Stamp, { id, companyId }: Prompt): DeskEvent =>
  deskEvent(stamp, orderingKeys.prompt(companyId, id), 'promptDeleted', { promptId: id })
