import type { ContactListItemView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useParams } from 'react-router-dom'

import {
  useDeleteContactListItemMutation,
  useGetContactListQuery,
  useListContactListItemsInfiniteQuery,
} from '../../data/contact-lists.api'
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
import { ImportListDialog } from './import-list-dialog'
import { ItemDialog } from './item-dialog'
import { ListItemCards, ListItemTable } from './list-item-rows'

const DeleteItem = ({ item, onClose }: { item: ContactListItemView; onClose: () => void }) => {
  const { t } = useTranslation('contactLists')
  const [remove, { isLoading }] = useDeleteContactListItemMutation()
  return (
    <DeleteDialog
      title={t('item.deleteTitle', { name: item.name })}
      text={t('item.deleteText')}
      doneText={t('item.deleted')}
      remove={() => remove(item.id)}
      busy={isLoading}
      onClose={onClose}
    />
  )
}

interface ItemsProps {
  asked: { contactListId: number; searchParam: string }
  onImport: () => void
  onEdit: (item: ContactListItemView) => void
  onDelete: (item: ContactListItemView) => void
}

const Empty = ({ asked: { searchParam }, onImport }: Pick<ItemsProps, 'asked' | 'onImport'>) => {
  const { t } = useTranslation('contactLists')
  const { t: common } = useTranslation()
  if (searchParam !== '')
    return (
      <EmptyState title={common('lists.emptySearch', { query: searchParam })} text={t('item.emptySearch')} />
    )
  const action = (
    <Button variant="contained" onClick={onImport}>
      {t('import')}
    </Button>
  )
  return <EmptyState title={t('item.emptyTitle')} text={t('item.emptyText')} action={action} />
}

const Items = ({ asked, onImport, ...handlers }: ItemsProps) => {
  const Rows = useIsNarrow() ? ListItemCards : ListItemTable
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListContactListItemsInfiniteQuery(asked, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  const items = data.pages.flatMap((page) => page.contacts)
  if (items.length === 0) return <Empty asked={asked} onImport={onImport} />
  return (
    <>
      <Rows items={items} {...handlers} />
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
  | { kind: 'edit'; item?: ContactListItemView }
  | { kind: 'delete'; item: ContactListItemView }
  | { kind: 'import' }

/** The contacts of one list. */
export const ListItemsPage = () => {
  const { t } = useTranslation('contactLists')
  const { t: common } = useTranslation()
  const contactListId = Number(useParams().contactListId)
  const [typed, setTyped] = useState('')
  const searchParam = useDebounced(typed.trim())
  const { data: list } = useGetContactListQuery(contactListId)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  const openImport = () => setOverlay({ kind: 'import' })
  return (
    <Page>
      <PageHeader title={list?.name ?? t('title')} count={list?.contactsCount}>
        <SearchField value={typed} onChange={setTyped} />
        <Button component={RouterLink} to="/contact-lists">
          {t('back')}
        </Button>
        <Button variant="outlined" onClick={openImport}>
          {t('import')}
        </Button>
        <Button variant="contained" startIcon={<PlusIcon />} onClick={() => setOverlay({ kind: 'edit' })}>
          {common('actions.add')}
        </Button>
      </PageHeader>
      <Items
        asked={{ contactListId, searchParam }}
        onImport={openImport}
        onEdit={(item) => setOverlay({ kind: 'edit', item })}
        onDelete={(item) => setOverlay({ kind: 'delete', item })}
      />
      {overlay.kind === 'edit' ? (
        <ItemDialog contactListId={contactListId} item={overlay.item} onClose={close} />
      ) : null}
      {overlay.kind === 'delete' ? <DeleteItem item={overlay.item} onClose={close} /> : null}
      {overlay.kind === 'import' ? <ImportListDialog contactListId={contactListId} onClose={close} /> : null}
    </Page>
  )
}
