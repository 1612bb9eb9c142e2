import type { ContactListItemView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useParams } from 'react-router-dom'

import {
  useDeleteContactListItemMutation,
  useGetContactListQuery,
  useListContactListItemsInfiniteQuery,
} from '../../data/contact-lists.api'
import '../../data/contact-lists.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { AddButton } from '../../ui/add-button'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyList, PagedList } from '../../ui/paged-list'
import { Page, PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { ImportListDialog } from './import-list-dialog'
import { ItemDialog } from './item-dialog'
import { ListItemCards, ListItemTable } from './list-item-rows'

const DeleteItem = ({ item, onClose }: { item: ContactListItemView; onClose: () => void }) => {
  const { t } = useTranslation('contactLists')
  const [remove] = useDeleteContactListItemMutation()
  return (
    <DeleteDialog
      title={t('item.deleteTitle', { name: item.name })}
      text={t('item.deleteText')}
      doneText={t('item.deleted')}
      remove={() => remove(item.id)}
      onClose={onClose}
    />
  )
}

interface ImportShown {
  kind: 'import'
}

/** The contacts of one list. */
export const ListItemsPage = () => {
  const { t } = useTranslation('contactLists')
  const { t: common } = useTranslation()
  const contactListId = Number(useParams().contactListId)
  const { words, field } = useSearch()
  const { data: list } = useGetContactListQuery(contactListId)
  const query = useListContactListItemsInfiniteQuery(
    { contactListId, searchParam: words },
    { refetchOnMountOrArgChange: true },
  )
  const { overlay, show, add, edit, remove, close } = useRecordOverlay<ContactListItemView, ImportShown>()
  const Rows = useIsNarrow() ? ListItemCards : ListItemTable
  const importButton = (variant: 'contained' | 'outlined') => (
    <Button variant={variant} onClick={() => show({ kind: 'import' })}>
      {t('import')}
    </Button>
  )
  const empty = (
    <EmptyList
      words={words}
      title={t('item.emptyTitle')}
      text={t('item.emptyText')}
      searchText={t('item.emptySearch')}
      action={importButton('contained')}
    />
  )
  return (
    <Page>
      <PageHeader title={list?.name ?? t('title')} count={list?.contactsCount}>
        <SearchField {...field} />
        <Button component={RouterLink} to="/contact-lists">
          {t('back')}
        </Button>
        {importButton('outlined')}
        <AddButton label={common('actions.add')} onAdd={add} />
      </PageHeader>
      <PagedList query={query} records={(page) => page.contacts} empty={empty}>
        {(items) => <Rows items={items} onEdit={edit} onDelete={remove} />}
      </PagedList>
      {overlay.kind === 'edit' ? (
        <ItemDialog contactListId={contactListId} item={overlay.record} onClose={close} />
      ) : null}
      {overlay.kind === 'delete' ? <DeleteItem item={overlay.record} onClose={close} /> : null}
      {overlay.kind === 'import' ? <ImportListDialog contactListId={contactListId} onClose={close} /> : null}
    </Page>
  )
}
