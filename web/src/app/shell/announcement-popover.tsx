import type { AnnouncementView } from '@balcao/contracts'
import Badge from '@mui/material/Badge'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListAnnouncementsInfiniteQuery } from '../../data/announcements.api'
import '../../data/announcements.live'
import { readStored, storageKeys, writeStored } from '../../lib/storage'
import { EmptyState } from '../../ui/empty-state'
import { IconAction } from '../../ui/icon-action'
import { MegaphoneIcon } from '../../ui/icons'
import { PagedList } from '../../ui/paged-list'
import { RowSkeletons } from '../../ui/row-skeletons'
import { BarPopover } from './bar-popover'
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
const listActive = (page: { records: AnnouncementView[] }) => page.records.filter(({ status }) => status)

const Cards = ({ onOpen }: { onOpen: (announcement: AnnouncementView) => void }) => {
  const { t } = useTranslation()
  return (
    <PagedList
      query={useListAnnouncementsInfiniteQuery('')}
      records={listActive}
      failedText={t('announcements.failed')}
      skeletons={<RowSkeletons count={3} />}
      empty={<EmptyState title={t('announcements.empty')} />}
    >
      {(announcements) => (
        <ul>
          {announcements.map((announcement) => (
            <Card key={announcement.id} announcement={announcement} onOpen={() => onOpen(announcement)} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** Whether there is an announcement that is newer than what was seen in this browser. */
const useNews = () => {
  const { data } = useListAnnouncementsInfiniteQuery('')
  const [seen, setSeen] = useState(() => readStored(storageKeys.announcementsSeen) ?? '')
  const newest = data?.pages.flatMap(listActive)[0]?.createdAt ?? ''
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
      <BarPopover
        anchor={anchor}
        title={t('announcements.open')}
        widthPx={420}
        onClose={() => setAnchor(null)}
      >
        <Cards onOpen={setOpened} />
      </BarPopover>
      {opened ? <FullAnnouncement announcement={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
