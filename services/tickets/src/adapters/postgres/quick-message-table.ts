import { companyId, quickMessageId, userId } from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, entityOf, fixed, generated, orNull } from '@balcao/platform'

import { shortcodeKey, type QuickMessage } from '../../features/quick-messages/quick-message.store'

export const quickMessages = entityOf<QuickMessage>()(
  'quick_messages',
  {
    id: generated(column.int('id', quickMessageId)),
    companyId: fixed(column.int('company_id', companyId)),
    userId: fixed(column.int('user_id', userId)),
    shortcode: column.text('shortcode'),
    message: column.text('message'),
    isCompanyWide: column.bool('is_company_wide'),
    isActive: column.bool('is_active'),
    media: orNull(column.jsonb('media')),
  },
  {
    derived: {
      shortcode_key: { type: 'text', from: ({ shortcode }) => shortcodeKey(shortcode) },
      search_text: { type: 'text', from: ({ shortcode, message }) => foldText(`${shortcode}\n${message}`) },
    },
  },
)
