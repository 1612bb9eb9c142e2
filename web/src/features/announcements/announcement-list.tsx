import type { announcementSorts, AnnouncementView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { Sorting } from '../../lib/use-sort'
import '../../ui/list-table.css'
import { RecordActions } from '../../ui/record-actions'
import { RecordTable } from '../../ui/record-table'
import './announcement-list.css'

export interface AnnouncementListProps {
  announcements: AnnouncementView[]
  onEdit: (announcement: AnnouncementView) => void
  onDelete: (announcement: AnnouncementView) => void
  sorting: Sorting<(typeof announcementSorts)[number]> | undefined
}

type RowProps = Pick<AnnouncementListProps, 'onEdit' | 'onDelete'> & { announcement: AnnouncementView }

const Priority = ({ announcement: { priority } }: { announcement: AnnouncementView }) => {
  const { t } = useTranslation('announcements')
  return (
    <span className="announcement-priority" data-priority={priority}>
      {t(`priority.${priority}`)}
    </span>
  )
}

const Picture = ({ announcement: { media } }: { announcement: AnnouncementView }) =>
  media ? (
    <a href={media.url} target="_blank" rel="noopener noreferrer">
      {media.name}
    </a>
  ) : null

const Actions = ({ announcement, onEdit, onDelete }: RowProps) => (
  <RecordActions
    name={announcement.title}
    onEdit={() => onEdit(announcement)}
    onDelete={() => onDelete(announcement)}
  />
)

export const AnnouncementTable = ({ announcements, sorting, ...handlers }: AnnouncementListProps) => {
  const { t } = useTranslation('announcements')
  return (
    <RecordTable
      records={announcements}
      sorting={sorting}
      columns={[
        {
          head: t('columns.priority'),
          sort: 'priority',
          cell: (announcement) => <Priority announcement={announcement} />,
        },
        { head: t('columns.title'), sort: 'title', isRowHead: true, cell: ({ title }) => <b>{title}</b> },
        { head: t('columns.file'), cell: (announcement) => <Picture announcement={announcement} /> },
        {
          head: t('columns.status'),
          sort: 'status',
          cell: ({ status }) => t(status ? 'active' : 'inactive'),
        },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (announcement) => <Actions announcement={announcement} {...handlers} />,
        },
      ]}
    />
  )
}

/** Below 900 px: one card each. */
export const AnnouncementCards = ({ announcements, ...handlers }: AnnouncementListProps) => {
  const { t } = useTranslation('announcements')
  return (
    <ul className="list-cards">
      {announcements.map((announcement) => (
        <li key={announcement.id} className="list-card">
          <Priority announcement={announcement} />
          <b>{announcement.title}</b>
          <div className="list-card__foot">
            <span>{t(announcement.status ? 'active' : 'inactive')}</span>
            <Actions announcement={announcement} {...handlers} />
          </div>
        </li>
      ))}
    </ul>
  )
}
