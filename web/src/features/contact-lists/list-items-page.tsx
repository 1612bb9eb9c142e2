import Button from '@mui/material/Button'
import { useState } from 'react'
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
import { useSort } from '../../lib/use-sort'
import { RecordListPage } from '../../ui/record-list-page'
import { ImportListDialog } from './import-list-dialog'
import { ItemDialog } from './item-dialog'
import { ListItemCards, ListItemTable } from './list-item-rows'

/** The contacts of one list. */
export const ListItemsPage = () => {
  const { t } = useTranslation('contactLists')
  const { t: common } = useTranslation()
  const contactListId = Number(useParams().contactListId)
  const search = useSearch()
  const { data: list } = useGetContactListQuery(contactListId)
  const sorting = useSort('contact-list-items', {
    name: t('columns.name'),
    number: t('columns.number'),
    email: t('columns.email'),
  })
  const query = useListContactListItemsInfiniteQuery(
    { contactListId, searchParam: search.words, sort: sorting.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [remove] = useDeleteContactListItemMutation()
  const [isImporting, setImporting] = useState(false)
  const Rows = useIsNarrow() ? ListItemCards : ListItemTable
  const importButton = (variant: 'contained' | 'outlined') => (
    <Button variant={variant} onClick={() => setImporting(true)}>
      {t('import')}
    </Button>
  )
  return (
    <RecordListPage
      title={list?.name ?? t('title')}
      count={list?.contactsCount}
      addLabel={common('actions.add')}
      search={search}
      sorting={sorting}
      tools={
        <>
          <Button component={RouterLink} to="/contact-lists">
            {t('back')}
          </Button>
          {importButton('outlined')}
        </>
      }
      query={query}
      records={(page) => page.contacts}
      empty={{
        title: t('item.emptyTitle'),
        text: t('item.emptyText'),
        searchText: t('item.emptySearch'),
        action: importButton('contained'),
      }}
      selecting={{ name: ({ name }) => name }}
      list={(items, handlers) => <Rows items={items} {...handlers} />}
      form={(item, close) => <ItemDialog contactListId={contactListId} item={item} onClose={close} />}
      deletion={(item) => ({
        title: t('item.deleteTitle', { name: item.name }),
        text: t('item.deleteText'),
        doneText: t('item.deleted'),
        remove: () => remove(item.id),
      })}
    >
      {isImporting ? (
        <ImportListDialog contactListId={contactListId} onClose={() => setImporting(false)} />
      ) : null}
    </RecordListPage>
  )
}
