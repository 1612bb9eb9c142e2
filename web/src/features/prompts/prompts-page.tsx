import type { PromptView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeletePromptMutation, useListPromptsInfiniteQuery } from '../../data/prompts.api'
import { translateError } from '../../lib/error-toast'
import { useIsNarrow } from '../../lib/use-media'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { PlusIcon } from '../../ui/icons'
import { LoadMore } from '../../ui/load-more'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { PromptCards, PromptTable } from './prompt-list'
import { PromptModal } from './prompt-modal'

const DeletePrompt = ({ prompt, onClose }: { prompt: PromptView; onClose: () => void }) => {
  const { t } = useTranslation('prompts')
  const [remove, { isLoading }] = useDeletePromptMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: prompt.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(prompt.id)}
      busy={isLoading}
      onClose={onClose}
    />
  )
}

type Overlay =
  { kind: 'none' } | { kind: 'edit'; prompt?: PromptView } | { kind: 'delete'; prompt: PromptView }

interface PagesProps {
  onAdd: () => void
  onEdit: (prompt: PromptView) => void
  onDelete: (prompt: PromptView) => void
}

const AddButton = ({ onAdd }: { onAdd: () => void }) => (
  <Button variant="contained" startIcon={<PlusIcon />} onClick={onAdd}>
    {useTranslation('prompts').t('add')}
  </Button>
)

const PromptPages = ({ onAdd, ...handlers }: PagesProps) => {
  const { t } = useTranslation('prompts')
  const List = useIsNarrow() ? PromptCards : PromptTable
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListPromptsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  const prompts = data.pages.flatMap((page) => page.prompts)
  if (prompts.length === 0)
    return <EmptyState title={t('empty.title')} text={t('empty.text')} action={<AddButton onAdd={onAdd} />} />
  return (
    <>
      <List prompts={prompts} {...handlers} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

export const PromptsPage = () => {
  const { t } = useTranslation('prompts')
  const { data } = useListPromptsInfiniteQuery(undefined)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  const add = () => setOverlay({ kind: 'edit' })
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.pages[0]?.count}>
        <AddButton onAdd={add} />
      </PageHeader>
      <PromptPages
        onAdd={add}
        onEdit={(prompt) => setOverlay({ kind: 'edit', prompt })}
        onDelete={(prompt) => setOverlay({ kind: 'delete', prompt })}
      />
      {overlay.kind === 'edit' ? <PromptModal prompt={overlay.prompt} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeletePrompt prompt={overlay.prompt} onClose={close} /> : null}
    </Page>
  )
}
