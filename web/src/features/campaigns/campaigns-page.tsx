import type { CampaignView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCancelCampaignMutation,
  useDeleteCampaignMutation,
  useListCampaignsInfiniteQuery,
  useRestartCampaignMutation,
} from '../../data/campaigns.api'
import '../../data/campaigns.live'
import { showError, translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useDebounced } from '../../lib/use-debounced'
import { useIsNarrow } from '../../lib/use-media'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { PlusIcon } from '../../ui/icons'
import { LoadMore } from '../../ui/load-more'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchField } from '../../ui/search-field'
import { CampaignDialog } from './campaign-dialog'
import { CampaignCards, CampaignTable, type CampaignRowsProps } from './campaign-rows'

const DeleteCampaign = ({ campaign, onClose }: { campaign: CampaignView; onClose: () => void }) => {
  const { t } = useTranslation('campaigns')
  const [remove, { isLoading }] = useDeleteCampaignMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: campaign.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(campaign.id)}
      busy={isLoading}
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

const AddButton = ({ onAdd }: { onAdd: () => void }) => (
  <Button variant="contained" startIcon={<PlusIcon />} onClick={onAdd}>
    {useTranslation('campaigns').t('add')}
  </Button>
)

type ListProps = Omit<CampaignRowsProps, 'campaigns'> & { words: string; onAdd: () => void }

const Campaigns = ({ words, onAdd, ...handlers }: ListProps) => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const Rows = useIsNarrow() ? CampaignCards : CampaignTable
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListCampaignsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  const campaigns = data.pages.flatMap((page) => page.records)
  if (campaigns.length === 0)
    return words === '' ? (
      <EmptyState title={t('empty.title')} text={t('empty.text')} action={<AddButton onAdd={onAdd} />} />
    ) : (
      <EmptyState title={common('lists.emptySearch', { query: words })} text={t('empty.search')} />
    )
  return (
    <>
      <Rows campaigns={campaigns} {...handlers} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

type Overlay =
  | { kind: 'none' }
  | { kind: 'edit'; campaign?: CampaignView }
  | { kind: 'delete' | 'cancel'; campaign: CampaignView }

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
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  const { data } = useListCampaignsInfiniteQuery(words)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  const add = () => setOverlay({ kind: 'edit' })
  const restart = useRestart()
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.pages[0]?.count}>
        <SearchField value={typed} onChange={setTyped} />
        <AddButton onAdd={add} />
      </PageHeader>
      <Campaigns
        words={words}
        onAdd={add}
        onEdit={(campaign) => setOverlay({ kind: 'edit', campaign })}
        onDelete={(campaign) => setOverlay({ kind: 'delete', campaign })}
        onCancel={(campaign) => setOverlay({ kind: 'cancel', campaign })}
        onRestart={(campaign) => void restart(campaign)}
      />
      {overlay.kind === 'edit' ? <CampaignDialog campaign={overlay.campaign} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeleteCampaign campaign={overlay.campaign} onClose={close} /> : null}
      {overlay.kind === 'cancel' ? <CancelCampaign campaign={overlay.campaign} onClose={close} /> : null}
    </Page>
  )
}
