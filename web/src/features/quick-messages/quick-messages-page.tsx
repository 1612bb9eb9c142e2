import type { QuickMessageView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useDeleteQuickMessageMutation,
  useListQuickMessagesInfiniteQuery,
} from '../../data/quick-messages.api'
import '../../data/quick-messages.live'
import { translateError } from '../../lib/error-toast'
import { useDebounced } from '../../lib/use-debounced'
import { useIsNarrow } from '../../lib/use-media'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { PlusIcon } from '../../ui/icons'
import { LoadMore } from '../../ui/load-more'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchField } from '../../ui/search-field'
import { QuickMessageCards, QuickMessageTable } from './quick-message-list'
import { QuickMessageModal } from './quick-message-modal'

const DeleteQuickMessage = ({
  quickMessage,
  onClose,
}: {
  quickMessage: QuickMessageView
  onClose: () => void
}) => {
  const { t } = useTranslation('quickMessages')
  const [remove, { isLoading }] = useDeleteQuickMessageMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { shortcode: quickMessage.shortcode })}
      text={t(quickMessage.geral ? 'confirm.deleteCompanyText' : 'confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(quickMessage.id)}
      busy={isLoading}
      onClose={onClose}
    />
  )
}

/** The header above the list. */
type Overlay =
  | { kind: 'none' }
  | { kind: 'edit'; quickMessage?: QuickMessageView }
  | { kind: 'delete'; quickMessage: QuickMessageView }

interface PagesProps {
  words: string
  onEdit: (quickMessage: QuickMessageView) => void
  onDelete: (quickMessage: QuickMessageView) => void
}

const QuickMessagePages = ({ words, ...handlers }: PagesProps) => {
  const { t } = useTranslation('quickMessages')
  const { t: common } = useTranslation()
  const List = useIsNarrow() ? QuickMessageCards : QuickMessageTable
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListQuickMessagesInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  const quickMessages = data.pages.flatMap(({ records }) => records)
  if (quickMessages.length === 0)
    return words === '' ? (
      <EmptyState title={t('empty.title')} text={t('empty.text')} />
    ) : (
      <EmptyState title={common('lists.emptySearch', { query: words })} text={t('empty.search')} />
    )
  return (
    <>
      <List quickMessages={quickMessages} {...handlers} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

export const QuickMessagesPage = () => {
  const { t } = useTranslation('quickMessages')
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  const { data } = useListQuickMessagesInfiniteQuery(words)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.pages[0]?.count}>
        <SearchField value={typed} onChange={setTyped} />
        <Button variant="contained" startIcon={<PlusIcon />} onClick={() => setOverlay({ kind: 'edit' })}>
          {t('add')}
        </Button>
      </PageHeader>
      <QuickMessagePages
        words={words}
        onEdit={(quickMessage) => setOverlay({ kind: 'edit', quickMessage })}
        onDelete={(quickMessage) => setOverlay({ kind: 'delete', quickMessage })}
      />
      {overlay.kind === 'edit' ? (
        <QuickMessageModal quickMessage={overlay.quickMessage} onClose={close} />
      ) : null}
      {overlay.kind === 'delete' ? (
        <DeleteQuickMessage quickMessage={overlay.quickMessage} onClose={close} />
      ) : null}
    </Page>
  )
}
