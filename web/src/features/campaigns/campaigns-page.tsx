import type { CampaignView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCancelCampaignMutation,
  useDeleteCampaignMutation,
  useListCampaignsInfiniteQuery,
  useRestartCampaignMutation,
} from '../../data/campaigns.api'
import '../../data/campaigns.live'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { useSort } from '../../lib/use-sort'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { RecordListPage } from '../../ui/record-list-page'
import { CampaignDialog } from './campaign-dialog'
import { CampaignCards, CampaignTable } from './campaign-rows'

const CancelCampaign = ({ campaign, onClose }: { campaign: CampaignView; onClose: () => void }) => {
  const { t } = useTranslation('campaigns')
  const [cancel, { isLoading }] = useCancelCampaignMutation()
  const handleConfirm = async () => {
    const { error } = await cancel(campaign.id)
    if (error) showError(error)
    else toast.success(t('cancelled'))
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={t('confirm.cancelTitle', { name: campaign.name })}
      text={t('confirm.cancelText')}
      confirmLabel={t('actions.cancel')}
      destructive
      busy={isLoading}
      onCancel={onClose}
      onConfirm={() => void handleConfirm()}
    />
  )
}

const useRestart = () => {
  const { t } = useTranslation('campaigns')
  const [restart] = useRestartCampaignMutation()
  return async ({ id }: CampaignView) => {
    const { error } = await restart(id)
    if (error) showError(error)
    else toast.success(t('restarted'))
  }
}

/** The company's campaigns. */
export const CampaignsPage = () => {
  const { t } = useTranslation('campaigns')
  const search = useSearch()
  const sorting = useSort('campaigns', {
    name: t('columns.name'),
    scheduledAt: t('columns.scheduledAt'),
    completedAt: t('columns.completedAt'),
  })
  const query = useListCampaignsInfiniteQuery(
    { searchParam: search.words, sort: sorting.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [remove] = useDeleteCampaignMutation()
  const restart = useRestart()
  const [cancelling, setCancelling] = useState<CampaignView>()
  const Rows = useIsNarrow() ? CampaignCards : CampaignTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      sorting={sorting}
      query={query}
      records={(page) => page.records}
      empty={{ title: t('empty.title'), text: t('empty.text'), searchText: t('empty.search') }}
      list={(campaigns, handlers) => (
        <Rows
          campaigns={campaigns}
          onCancel={setCancelling}
          onRestart={(campaign) => void restart(campaign)}
          {...handlers}
        />
      )}
      form={(campaign, close) => <CampaignDialog campaign={campaign} onClose={close} />}
      deletion={(campaign) => ({
        title: t('confirm.deleteTitle', { name: campaign.name }),
        text: t('confirm.deleteText'),
        doneText: t('deleted'),
        remove: () => remove(campaign.id),
      })}
    >
      {cancelling ? <CancelCampaign campaign={cancelling} onClose={() => setCancelling(undefined)} /> : null}
    </RecordListPage>
  )
}
