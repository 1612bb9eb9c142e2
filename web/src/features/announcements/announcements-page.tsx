import { useTranslation } from 'react-i18next'

import {
  useDeleteAnnouncementMutation,
  useListAnnouncementsInfiniteQuery,
} from '../../data/announcements.api'
import '../../data/announcements.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { useSort } from '../../lib/use-sort'
import { RecordListPage } from '../../ui/record-list-page'
import { AnnouncementCards, AnnouncementTable } from './announcement-list'
import { AnnouncementModal } from './announcement-modal'

/** /announcements: what super users tell every company. */
export const AnnouncementsPage = () => {
  const { t } = useTranslation('announcements')
  const search = useSearch()
  const sorting = useSort('announcements', {
    priority: t('columns.priority'),
    title: t('columns.title'),
    status: t('columns.status'),
  })
  const query = useListAnnouncementsInfiniteQuery(
    { searchParam: search.words, sort: sorting.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [remove] = useDeleteAnnouncementMutation()
  const List = useIsNarrow() ? AnnouncementCards : AnnouncementTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      sorting={sorting}
      query={query}
      records={(page) => page.records}
      empty={{ title: t('empty.title'), text: t('empty.text'), searchText: t('empty.search') }}
      list={(announcements, handlers) => <List announcements={announcements} {...handlers} />}
      form={(announcement, close) => <AnnouncementModal announcement={announcement} onClose={close} />}
      deletion={(announcement) => ({
        title: t('confirm.title', { title: announcement.title }),
        text: t('confirm.text'),
        doneText: t('deleted'),
        remove: () => remove(announcement.id),
      })}
    />
  )
}
