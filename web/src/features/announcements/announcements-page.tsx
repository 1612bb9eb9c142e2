import type { AnnouncementView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import {
  useDeleteAnnouncementMutation,
  useListAnnouncementsInfiniteQuery,
} from '../../data/announcements.api'
import '../../data/announcements.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { AddButton } from '../../ui/add-button'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyList, PagedList } from '../../ui/paged-list'
import { Page, PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { AnnouncementCards, AnnouncementTable } from './announcement-list'
import { AnnouncementModal } from './announcement-modal'

const DeleteAnnouncement = ({
  announcement,
  onClose,
}: {
  announcement: AnnouncementView
  onClose: () => void
}) => {
  const { t } = useTranslation('announcements')
  const [remove] = useDeleteAnnouncementMutation()
  return (
    <DeleteDialog
      title={t('confirm.title', { title: announcement.title })}
      text={t('confirm.text')}
      doneText={t('deleted')}
      remove={() => remove(announcement.id)}
      onClose={onClose}
    />
  )
}

/** /announcements: what super users tell every company. */
export const AnnouncementsPage = () => {
  const { t } = useTranslation('announcements')
  const { words, field } = useSearch()
  const query = useListAnnouncementsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  const { overlay, add, edit, remove, close } = useRecordOverlay<AnnouncementView>()
  const List = useIsNarrow() ? AnnouncementCards : AnnouncementTable
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
        {(announcements) => <List announcements={announcements} onEdit={edit} onDelete={remove} />}
      </PagedList>
      {overlay.kind === 'edit' ? <AnnouncementModal announcement={overlay.record} onClose={close} /> : null}
      {overlay.kind === 'delete' ? (
        <DeleteAnnouncement announcement={overlay.record} onClose={close} />
      ) : null}
    </Page>
  )
}
