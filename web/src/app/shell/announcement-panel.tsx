import type { AnnouncementView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { listActive, useListAnnouncementsInfiniteQuery } from '../../data/announcements.api'
import { EmptyState } from '../../ui/empty-state'
import { PagedList } from '../../ui/paged-list'
import { RowSkeletons } from '../../ui/row-skeletons'
import { BarPopover, type BarPanelProps } from './bar-popover'
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

const Cards = ({ onOpen }: { onOpen: (announcement: AnnouncementView) => void }) => {
  const { t } = useTranslation()
  return (
    <PagedList
      query={useListAnnouncementsInfiniteQuery({ searchParam: '' })}
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

/** What opens at the megaphone: what the platform tells every company. */
export const AnnouncementPanel = (props: BarPanelProps) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<AnnouncementView>()
  return (
    <>
      <BarPopover {...props} title={t('announcements.open')} widthPx={420}>
        <Cards onOpen={setOpened} />
      </BarPopover>
      {opened ? <FullAnnouncement announcement={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
