import AvTimerOutlined from '@mui/icons-material/AvTimerOutlined'
import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import LooksOneOutlined from '@mui/icons-material/LooksOneOutlined'
import ShortcutOutlined from '@mui/icons-material/ShortcutOutlined'
import type { MessageMark } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { Bubble } from './thread-rows'

const icons: Record<MessageMark, typeof ShortcutOutlined> = {
  forwarded: ShortcutOutlined,
  viewOnce: LooksOneOutlined,
  ephemeral: AvTimerOutlined,
  campaign: CampaignOutlined,
}

/** Labels above a bubble: forwarded, view once, disappearing as on WhatsApp; the campaign that sent it, by its name; a message template. */
export const Marks = ({ message: { marks, senderName, mediaType } }: Pick<Bubble, 'message'>) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const isTemplate = mediaType === 'template'
  if (marks.length === 0 && !isTemplate) return null
  return (
    <p className="bubble__marks">
      {isTemplate ? (
        <span>
          <DescriptionOutlined fontSize="inherit" aria-hidden="true" /> {common('preview.template')}
        </span>
      ) : null}
      {marks.map((mark) => {
        const Icon = icons[mark]
        return (
          <span key={mark}>
            <Icon fontSize="inherit" aria-hidden="true" /> {t(`marks.${mark}`)}
            {mark === 'campaign' && senderName !== '' ? `: ${senderName}` : null}
          </span>
        )
      })}
    </p>
  )
}
