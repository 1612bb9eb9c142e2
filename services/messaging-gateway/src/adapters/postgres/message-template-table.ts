import {
  companyId,
  connectionId,
  noTemplateContent,
  templateCategories,
  templateQualities,
  templateStates,
  type TemplateContent,
} from '@balcao/contracts'
import { column, converted, entityOf, fixed } from '@balcao/platform'

import type { MessageTemplate } from '../../features/message-templates/message-template.store'

/* JSON in text: jsonb does not store every string that JSON can have. */
const content = converted(column.text('content'), {
  read: (stored): TemplateContent => ({
    ...noTemplateContent,
    ...(JSON.parse(stored) as Partial<TemplateContent>),
  }),
  write: (value) => JSON.stringify(value),
})

export const messageTemplates = entityOf<MessageTemplate>()(
  'message_templates',
  {
    companyId: fixed(column.int('company_id', companyId)),
    connectionId: fixed(column.int('connection_id', connectionId)),
    id: fixed(column.text('id')),
    name: column.text('name'),
    language: column.text('language'),
    category: column.text(
      'category',
      (text) => templateCategories.find((known) => known === text) ?? 'MARKETING',
    ),
    state: column.text('state', (text) => templateStates.find((known) => known === text) ?? 'UNKNOWN'),
    reason: column.text('reason'),
    quality: column.text('quality', (text) => templateQualities.find((known) => known === text) ?? 'UNKNOWN'),
    content,
    askedAt: column.time('asked_at'),
  },
  { primary: ['companyId', 'connectionId', 'id'] },
)
