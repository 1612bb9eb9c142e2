import type { ContactListView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useDeleteContactListMutation, useListContactListsInfiniteQuery } from '../../data/contact-lists.api'
import '../../data/contact-lists.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { AddButton } from '../../ui/add-button'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyList, PagedList } from '../../ui/paged-list'
import { Page, PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { ContactListCards, ContactListTable } from './contact-list-rows'
import { ListDialog } from './list-dialog'

const DeleteList = ({ list, onClose }: { list: ContactListView; onClose: () => void }) => {
  const { t } = useTranslation('contactLists')
  const [remove] = useDeleteContactListMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: list.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(list.id)}
      onClose={onClose}
    />
  )
}

/** The company's contact lists. */
export const ContactListsPage = () => {
  const { t } = useTranslation('contactLists')
  const { words, field } = useSearch()
  const query = useListContactListsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  const { overlay, add, edit, remove, close } = useRecordOverlay<ContactListView>()
  const List = useIsNarrow() ? ContactListCards : ContactListTable
  const addButton = <AddButton label={t('add')} onAdd={add} />
  return (
    <Page>
      <PageHeader title={t('title')} count={query.data?.pages[0]?.count}>
        <SearchField {...field} />
        {addButton}
      </PageHeader>
      <PagedList
        query={query}
        records={(page) => page.records}
        empty={
          <EmptyList
            words={words}
            title={t('empty.title')}
            text={t('empty.text')}
            searchText={t('empty.search')}
            action={addButton}
          />
        }
      >
        {(lists) => <List lists={lists} onEdit={edit} onDelete={remove} />}
      </PagedList>
      {overlay.kind === 'edit' ? <ListDialog list={overlay.record} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeleteList list={overlay.record} onClose={close} /> : null}
    </Page>
  )
}
