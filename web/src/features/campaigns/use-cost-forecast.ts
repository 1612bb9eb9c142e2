import { sumCosts, type CampaignPreviewView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { CampaignBody } from '../../data/campaigns.api'
import { useReadPriceListQuery } from '../../data/message-costs.api'
import { useListTemplatesQuery } from '../../data/templates.api'
import { currentLanguage } from '../../i18n/i18n'
import { formatMicros } from '../../lib/micros'
import { formatNumber } from '../../lib/format-number'

/**
 * What the campaign's template costs at most, by the company's own prices: messages that WhatsApp does not charge, as after an ad, are not
 * known before. Undefined without a template, and until it and the prices are known.
 */
export const useCostForecast = (
  { template, whatsappId }: Partial<CampaignBody>,
  { people, markets }: CampaignPreviewView,
): string | undefined => {
  const { t } = useTranslation('campaigns')
  const { data: templates } = useListTemplatesQuery(whatsappId ?? 0, { skip: !template || !whatsappId })
  const { data: list } = useReadPriceListQuery(undefined, { skip: !template })
  const chosen = templates?.find(
    ({ name, language }) => name === template?.name && language === template.language,
  )
  if (!chosen || !list) return undefined
  const category = chosen.category.toLowerCase()
  const counts = markets.map(({ callingCode, people: count }) => ({
    callingCode,
    category,
    count,
    isBillable: true,
  }))
  const { costMicros, unpriced } = sumCosts(counts, list)
  if (unpriced === people) return t('review.noPrice')
  const cost = formatMicros(costMicros, list.currency, currentLanguage())
  if (unpriced === 0) return t('review.upTo', { cost })
  return t('review.partly', { cost, people: formatNumber(unpriced, currentLanguage()) })
}
