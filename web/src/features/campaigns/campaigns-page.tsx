import type { CampaignView } from '@balcao/contracts'
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
import { AddButton } from '../../ui/add-button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyList, PagedList } from '../../ui/paged-list'
import { Page, PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { CampaignDialog } from './campaign-dialog'
import { CampaignCards, CampaignTable } from './campaign-rows'

const DeleteCampaign = ({ campaign, onClose }: { campaign: CampaignView; onClose: () => void }) => {
  const { t } = useTranslation('campaigns')
  const [remove] = useDeleteCampaignMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: campaign.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(campaign.id)}
      onClose={onClose}
    />
  )
}

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

interface CancelShown {
  kind: 'cancel'
  record: CampaignView
}

/** The company's campaigns. */
export const CampaignsPage = () => {
  const { t } = useTranslation('campaigns')
  const { words, field } = useSearch()
  const query = useListCampaignsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  const { overlay, show, add, edit, remove, close } = useRecordOverlay<CampaignView, CancelShown>()
  const restart = useRestart()
  const Rows = useIsNarrow() ? CampaignCards : CampaignTable
  const addButton = <AddButton label={t('add')} onAdd={add} />
  const empty = (
    <EmptyList
      words={words}
      title={t('empty.title')}
      text={t('empty.text')}
      searchText={t('empty.search')}
      action={addButton}
    />
  )
  return (
    <Page>
      <PageHeader title={t('title')} count={query.data?.pages[0]?.count}>
        <SearchField {...field} />
        {addButton}
      </PageHeader>
      <PagedList query={query} records={(page) => page.records} empty={empty}>
        {(campaigns) => (
          <Rows
            campaigns={campaigns}
            onEdit={edit}
            onDelete={remove}
            onCancel={(record) => show({ kind: 'cancel', record })}
            onRestart={(campaign) => void restart(campaign)}
          />
        )}
      </PagedList>
      {overlay.kind === 'edit' ? <CampaignDialog campaign={overlay.record} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeleteCampaign campaign={overlay.record} onClose={close} /> : null}
      {overlay.kind === 'cancel' ? <CancelCampaign campaign={overlay.record} onClose={close} /> : null}
    </Page>
  )
}
