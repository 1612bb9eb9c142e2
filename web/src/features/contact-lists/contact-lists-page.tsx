import type { ContactListView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'

import { useDeleteContactListMutation, useListContactListsInfiniteQuery } from '../../data/contact-lists.api'
import '../../data/contact-lists.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { useSort } from '../../lib/use-sort'
import { RecordListPage } from '../../ui/record-list-page'
import { ContactListCards, ContactListTable } from './contact-list-rows'
import { ListDialog } from './list-dialog'

/** The company's contact lists. A new one is opened, for its contacts. */
export const ContactListsPage = () => {
  const { t } = useTranslation('contactLists')
  const search = useSearch()
  const sorting = useSort('contact-lists', { name: t('columns.name'), contactsCount: t('columns.contacts') })
  const query = useListContactListsInfiniteQuery(
    { searchParam: search.words, sort: sorting.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [remove] = useDeleteContactListMutation()
  const [created, setCreated] = useState<ContactListView>()
  const List = useIsNarrow() ? ContactListCards : ContactListTable
  // In place of the dialog: nothing unsaved is left to be asked about.
  if (created) return <Navigate to={`/contact-lists/${created.id}/contacts`} />
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      sorting={sorting}
      query={query}
      records={(page) => page.records}
      empty={{ title: t('empty.title'), text: t('empty.text'), searchText: t('empty.search') }}
      list={(lists, handlers) => <List lists={lists} {...handlers} />}
      form={(list, close) => <ListDialog list={list} onClose={close} onCreated={setCreated} />}
      deletion={(list) => ({
        title: t('confirm.deleteTitle', { name: list.name }),
        text: t('confirm.deleteText'),
        doneText: t('deleted'),
        remove: () => remove(list.id),
      })}
    />
  )
}
