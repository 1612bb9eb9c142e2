import type { ContactListView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeleteContactListMutation, useListContactListsInfiniteQuery } from '../../data/contact-lists.api'
import '../../data/contact-lists.live'
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
import { ContactListCards, ContactListTable } from './contact-list-rows'
import { ListDialog } from './list-dialog'

const DeleteList = ({ list, onClose }: { list: ContactListView; onClose: () => void }) => {
  const { t } = useTranslation('contactLists')
  const [remove, { isLoading }] = useDeleteContactListMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: list.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(list.id)}
      busy={isLoading}
      onClose={onClose}
    />
  )
}

const AddButton = ({ onAdd }: { onAdd: () => void }) => (
  <Button variant="contained" startIcon={<PlusIcon />} onClick={onAdd}>
    {useTranslation('contactLists').t('add')}
  </Button>
)

type Overlay =
  { kind: 'none' } | { kind: 'edit'; list?: ContactListView } | { kind: 'delete'; list: ContactListView }

interface ListsProps {
  words: string
  onAdd: () => void
  onEdit: (list: ContactListView) => void
  onDelete: (list: ContactListView) => void
}

const Empty = ({ words, onAdd }: Pick<ListsProps, 'words' | 'onAdd'>) => {
  const { t } = useTranslation('contactLists')
  const { t: common } = useTranslation()
  return words === '' ? (
    <EmptyState title={t('empty.title')} text={t('empty.text')} action={<AddButton onAdd={onAdd} />} />
  ) : (
    <EmptyState title={common('lists.emptySearch', { query: words })} text={t('empty.search')} />
  )
}

const Lists = ({ words, onAdd, ...handlers }: ListsProps) => {
  const Rows = useIsNarrow() ? ContactListCards : ContactListTable
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListContactListsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  const lists = data.pages.flatMap((page) => page.records)
  if (lists.length === 0) return <Empty words={words} onAdd={onAdd} />
  return (
    <>
      <Rows lists={lists} {...handlers} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

/** The company's contact lists. */
export const ContactListsPage = () => {
  const { t } = useTranslation('contactLists')
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  const { data } = useListContactListsInfiniteQuery(words)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  const add = () => setOverlay({ kind: 'edit' })
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.pages[0]?.count}>
        <SearchField value={typed} onChange={setTyped} />
        <AddButton onAdd={add} />
      </PageHeader>
      <Lists
        words={words}
        onAdd={add}
        onEdit={(list) => setOverlay({ kind: 'edit', list })}
        onDelete={(list) => setOverlay({ kind: 'delete', list })}
      />
      {overlay.kind === 'edit' ? <ListDialog list={overlay.list} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeleteList list={overlay.list} onClose={close} /> : null}
    </Page>
  )
}
