import type { AnnouncementView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useDeleteAnnouncementMutation,
  useListAnnouncementsInfiniteQuery,
} from '../../data/announcements.api'
import '../../data/announcements.live'
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
  const [remove, { isLoading }] = useDeleteAnnouncementMutation()
  return (
    <DeleteDialog
      title={t('confirm.title', { title: announcement.title })}
      text={t('confirm.text')}
      doneText={t('deleted')}
      remove={() => remove(announcement.id)}
      busy={isLoading}
      onClose={onClose}
    />
  )
}

type Overlay =
  | { kind: 'none' }
  | { kind: 'edit'; announcement?: AnnouncementView }
  | { kind: 'delete'; announcement: AnnouncementView }

interface PagesProps {
  words: string
  onEdit: (announcement: AnnouncementView) => void
  onDelete: (announcement: AnnouncementView) => void
}

const AnnouncementPages = ({ words, ...handlers }: PagesProps) => {
  const { t } = useTranslation('announcements')
  const { t: common } = useTranslation()
  const List = useIsNarrow() ? AnnouncementCards : AnnouncementTable
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListAnnouncementsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  const announcements = data.pages.flatMap(({ records }) => records)
  if (announcements.length === 0)
    return words === '' ? (
      <EmptyState title={t('empty.title')} text={t('empty.text')} />
    ) : (
      <EmptyState title={common('lists.emptySearch', { query: words })} text={t('empty.search')} />
    )
  return (
    <>
      <List announcements={announcements} {...handlers} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

/** /announcements: what super users tell every company. */
export const AnnouncementsPage = () => {
  const { t } = useTranslation('announcements')
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  const { data } = useListAnnouncementsInfiniteQuery(words)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.pages[0]?.count}>
        <SearchField value={typed} onChange={setTyped} />
        <Button variant="contained" startIcon={<PlusIcon />} onClick={() => setOverlay({ kind: 'edit' })}>
          {t('add')}
        </Button>
      </PageHeader>
      <AnnouncementPages
        words={words}
        onEdit={(announcement) => setOverlay({ kind: 'edit', announcement })}
        onDelete={(announcement) => setOverlay({ kind: 'delete', announcement })}
      />
      {overlay.kind === 'edit' ? (
        <AnnouncementModal announcement={overlay.announcement} onClose={close} />
      ) : null}
      {overlay.kind === 'delete' ? (
        <DeleteAnnouncement announcement={overlay.announcement} onClose={close} />
      ) : null}
    </Page>
  )
}
