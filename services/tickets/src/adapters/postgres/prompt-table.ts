import { companyId, promptId, readVoice } from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, entityOf, fixed, generated, orNull } from '@balcao/platform'

import type { Prompt } from '../../features/prompts/prompt.store'

export const prompts = entityOf<Prompt>()(
  'prompts',
  {
    id: generated(column.int('id', promptId)),
    companyId: fixed(column.int('company_id', companyId)),
    name: column.text('name'),
    prompt: column.text('prompt'),
    sealedApiKey: orNull(column.text('sealed_api_key')),
    voice: column.text('voice', readVoice),
    sealedVoiceKey: orNull(column.text('sealed_voice_key')),
    voiceRegion: column.text('voice_region'),
    maxTokens: column.int('max_tokens'),
    temperature: column.double('temperature'),
    maxMessages: column.int('max_messages'),
    queueId: orNull(column.int('queue_id')),
    monthlyTokens: column.int('monthly_tokens'),
    createdAt: fixed(column.time('created_at')),
  },
  { derived: { search_text: { type: 'text', from: ({ name }) => foldText(name) } } },
)
