import { useTranslation } from 'react-i18next'

import { useDeleteContactListMutation, useListContactListsInfiniteQuery } from '../../data/contact-lists.api'
import '../../data/contact-lists.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { RecordListPage } from '../../ui/record-list-page'
import { ContactListCards, ContactListTable } from './contact-list-rows'
import { ListDialog } from './list-dialog'

/** The company's contact lists. */
export const ContactListsPage = () => {
  const { t } = useTranslation('contactLists')
  const search = useSearch()
  const query = useListContactListsInfiniteQuery(search.words, { refetchOnMountOrArgChange: true })
  const [remove] = useDeleteContactListMutation()
  const List = useIsNarrow() ? ContactListCards : ContactListTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      query={query}
      records={(page) => page.records}
      empty={{ title: t('empty.title'), text: t('empty.text'), searchText: t('empty.search') }}
      list={(lists, handlers) => <List lists={lists} {...handlers} />}
      form={(list, close) => <ListDialog list={list} onClose={close} />}
      deletion={(list) => ({
        title: t('confirm.deleteTitle', { name: list.name }),
        text: t('confirm.deleteText'),
        doneText: t('deleted'),
        remove: () => remove(list.id),
      })}
    />
  )
}
