import type { CampaignView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import './campaigns.css'

/** The status in words and colour; of a campaign that stopped by itself, the reason. */
export const StatusChip = ({ campaign: { status, stopReason } }: { campaign: CampaignView }) => {
  const { t } = useTranslation('campaigns')
  return (
    <span className={`campaign-status campaign-status--${status.toLowerCase()}`}>
      {t(`status.${status}`)}
      {stopReason && stopReason !== 'user' ? ` · ${t(`stop.${stopReason}`)}` : ''}
    </span>
  )
}
