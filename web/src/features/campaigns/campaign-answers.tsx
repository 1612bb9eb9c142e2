import type { ShippingView } from '@balcao/contracts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { useListCampaignAnswersInfiniteQuery } from '../../data/campaigns.api'
import { formatDayTime } from '../../lib/format-date'
import { PagedList } from '../../ui/paged-list'
import { RecordTable } from '../../ui/record-table'

const showTime = ({ answeredAt }: ShippingView): string =>
  answeredAt ? formatDayTime(new Date(answeredAt)) : '—'

/** Who answered the campaign, in which words. */
export const CampaignAnswers = ({ campaignId, count }: { campaignId: number; count: number }) => {
  const { t } = useTranslation('campaigns')
  const id = useId()
  const query = useListCampaignAnswersInfiniteQuery(campaignId, { refetchOnMountOrArgChange: true })
  return (
    <section className="campaign-answers" aria-labelledby={id}>
      <h2 id={id}>
        {t('report.answers')} ({count})
      </h2>
      <PagedList query={query} records={(page) => page.records} empty={null}>
        {(answers) => (
          <RecordTable
            records={answers}
            columns={[
              { head: t('columns.name'), isRowHead: true, cell: ({ name, number }) => name || number },
              { head: t('report.number'), isOneLine: true, cell: ({ number }) => number },
              { head: t('report.answer'), cell: ({ answer }) => answer },
              { head: t('report.answeredAt'), isOneLine: true, cell: showTime },
            ]}
          />
        )}
      </PagedList>
    </section>
  )
}
