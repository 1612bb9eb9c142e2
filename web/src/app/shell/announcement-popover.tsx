import type { AnnouncementView } from '@balcao/contracts'
import Badge from '@mui/material/Badge'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Popover from '@mui/material/Popover'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListAnnouncementsInfiniteQuery } from '../../data/announcements.api'
import '../../data/announcements.live'
import { readStored, storageKeys, writeStored } from '../../lib/storage'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { IconAction } from '../../ui/icon-action'
import { MegaphoneIcon } from '../../ui/icons'
import { LoadMore } from '../../ui/load-more'
import { RowSkeletons } from '../../ui/row-skeletons'
import './announcement-popover.css'

const FullAnnouncement = ({
  announcement: { title, text, media },
  onClose,
}: {
  announcement: AnnouncementView
  onClose: () => void
}) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <p className="announcement-text">{text}</p>
        {media ? (
          <a href={media.url} target="_blank" rel="noopener noreferrer">
            <img className="announcement-image" src={media.url} alt={media.name} />
          </a>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface CardProps {
  announcement: AnnouncementView
  onOpen: () => void
}

const Card = ({ announcement: { title, text, priority, media }, onOpen }: CardProps) => (
  <li>
    <button type="button" className="announcement-card" data-priority={priority} onClick={onOpen}>
      <span className="announcement-card__text">
        <b>{title}</b>
        <span className="announcement-card__clamp">{text}</span>
      </span>
      {media ? <img src={media.url} alt="" width={56} height={56} loading="lazy" /> : null}
    </button>
  </li>
)

/* Super users also get inactive ones, for their page. */
const useActiveAnnouncements = () => {
  const list = useListAnnouncementsInfiniteQuery('')
  const records = (list.data?.pages ?? []).flatMap((page) => page.records)
  return { ...list, announcements: records.filter(({ status }) => status) }
}

const Cards = ({ onOpen }: { onOpen: (announcement: AnnouncementView) => void }) => {
  const { t } = useTranslation()
  const list = useActiveAnnouncements()
  if (!list.data)
    return list.isError ? (
      <ErrorState text={t('announcements.failed')} onRetry={() => void list.refetch()} />
    ) : (
      <RowSkeletons count={3} />
    )
  if (list.announcements.length === 0) return <EmptyState title={t('announcements.empty')} />
  return (
    <>
      <ul>
        {list.announcements.map((announcement) => (
          <Card key={announcement.id} announcement={announcement} onOpen={() => onOpen(announcement)} />
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        hasFailed={list.isFetchNextPageError}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
  )
}

/** Whether there is an announcement that is newer than what was seen in this browser. */
const useNews = () => {
  const { announcements } = useActiveAnnouncements()
  const [seen, setSeen] = useState(() => readStored(storageKeys.announcementsSeen) ?? '')
  const newest = announcements[0]?.createdAt ?? ''
  const markSeen = () => {
    setSeen(newest)
    writeStored(storageKeys.announcementsSeen, newest)
  }
  return { hasNews: newest > seen, markSeen }
}

/** What the platform tells every company, in the top bar. */
export const AnnouncementPopover = () => {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState<AnnouncementView>()
  const { hasNews, markSeen } = useNews()
  return (
    <>
      <IconAction
        label={t(hasNews ? 'announcements.openNews' : 'announcements.open')}
        aria-haspopup="dialog"
        onClick={(event) => {
          setAnchor(event.currentTarget)
          markSeen()
        }}
      >
        <Badge variant="dot" color="error" invisible={!hasNews}>
          <MegaphoneIcon />
        </Badge>
      </IconAction>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('announcements.open'),
            sx: { width: 420, maxWidth: 'calc(100vw - 24px)', maxHeight: 'min(560px, 80vh)', mt: 1 },
          },
        }}
      >
        <h2 className="bell-title">{t('announcements.open')}</h2>
        <Cards onOpen={setOpened} />
      </Popover>
      {opened ? <FullAnnouncement announcement={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
