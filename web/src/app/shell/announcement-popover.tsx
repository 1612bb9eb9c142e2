import Badge from '@mui/material/Badge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { listActive, useListAnnouncementsInfiniteQuery } from '../../data/announcements.api'
import '../../data/announcements.live'
import { readStored, storageKeys, writeStored } from '../../lib/storage'
import { IconAction } from '../../ui/icon-action'
import { MegaphoneIcon } from '../../ui/icons'
import { lateToOpen } from '../../ui/late'

const AnnouncementPanel = lateToOpen(async () => (await import('./announcement-panel')).AnnouncementPanel)

/** Whether there is an announcement that is newer than what was seen in this browser. */
const useNews = () => {
  const { data } = useListAnnouncementsInfiniteQuery({ searchParam: '' })
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
      <AnnouncementPanel open={anchor !== null} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  )
}
