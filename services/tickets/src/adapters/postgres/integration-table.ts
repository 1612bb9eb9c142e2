import { companyId, queueIntegrationId } from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, entityOf, fixed, generated, orNull } from '@balcao/platform'

import { integrationKey, type Integration } from '../../features/integrations/integration.store'

export const queueIntegrations = entityOf<Integration>()(
  'queue_integrations',
  {
    id: generated(column.int('id', queueIntegrationId)),
    companyId: fixed(column.int('company_id', companyId)),
    type: column.text('type'),
    name: column.text('name'),
    projectName: column.text('project_name'),
    sealedJsonContent: orNull(column.text('sealed_json_content')),
    language: column.text('language'),
    url: column.text('url'),
    typebotSlug: column.text('typebot_slug'),
    typebotExpires: column.int('typebot_expires'),
    typebotDelayMessage: column.int('typebot_delay_message'),
    typebotKeywordFinish: column.text('typebot_keyword_finish'),
    typebotKeywordRestart: column.text('typebot_keyword_restart'),
    typebotUnknownMessage: column.text('typebot_unknown_message'),
    typebotRestartMessage: column.text('typebot_restart_message'),
    sealedSigningSecret: orNull(column.text('sealed_signing_secret')),
    createdAt: fixed(column.time('created_at')),
  },
  {
    derived: {
      name_key: { type: 'text', from: ({ name }) => integrationKey(name) },
      search_text: { type: 'text', from: ({ name }) => foldText(name) },
    },
  },
)
