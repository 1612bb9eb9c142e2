import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import {
  useDeleteQuickMessageMutation,
  useListQuickMessagesInfiniteQuery,
} from '../../data/quick-messages.api'
import '../../data/quick-messages.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { useSort } from '../../lib/use-sort'
import { RecordListPage } from '../../ui/record-list-page'
import { mayEditQuickMessage, QuickMessageCards, QuickMessageTable } from './quick-message-list'
import { QuickMessageModal } from './quick-message-modal'

export const QuickMessagesPage = () => {
  const { t } = useTranslation('quickMessages')
  const search = useSearch()
  const sorting = useSort('quick-messages', {
    shortcode: t('columns.shortcode'),
    message: t('columns.message'),
  })
  const query = useListQuickMessagesInfiniteQuery(
    { searchParam: search.words, sort: sorting.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [remove] = useDeleteQuickMessageMutation()
  const me = useMe()
  const List = useIsNarrow() ? QuickMessageCards : QuickMessageTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      sorting={sorting}
      query={query}
      records={(page) => page.records}
      empty={{ title: t('empty.title'), text: t('empty.text'), searchText: t('empty.search') }}
      selecting={{
        name: ({ shortcode }) => `/${shortcode}`,
        isSelectable: (quickMessage) => mayEditQuickMessage(me, quickMessage),
      }}
      list={(quickMessages, handlers) => <List quickMessages={quickMessages} {...handlers} />}
      form={(quickMessage, close) => <QuickMessageModal quickMessage={quickMessage} onClose={close} />}
      deletion={(quickMessage) => ({
        title: t('confirm.deleteTitle', { shortcode: quickMessage.shortcode }),
        text: t(quickMessage.geral ? 'confirm.deleteCompanyText' : 'confirm.deleteText'),
        doneText: t('deleted'),
        remove: () => remove(quickMessage.id),
      })}
    />
  )
}
