import CloseOutlined from '@mui/icons-material/CloseOutlined'
import type { QuotedMessageView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../../ui/icon-action'
import { Quote } from '../thread/quote'

/** What is being answered, above the text. */
export const ReplyStrip = ({ quoted, onCancel }: { quoted: QuotedMessageView; onCancel: () => void }) => {
  const { t } = useTranslation('tickets')
  return (
    <div className="reply-strip">
      <Quote quoted={quoted} />
      <IconAction size="small" label={t('composer.cancelReply')} onClick={onCancel}>
        <CloseOutlined fontSize="small" />
      </IconAction>
    </div>
  )
}
