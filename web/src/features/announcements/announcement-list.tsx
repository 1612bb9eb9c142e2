import type { AnnouncementView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../ui/icon-action'
import { EditIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'
import './announcement-list.css'

export interface AnnouncementListProps {
  announcements: AnnouncementView[]
  onEdit: (announcement: AnnouncementView) => void
  onDelete: (announcement: AnnouncementView) => void
}

type RowProps = Omit<AnnouncementListProps, 'announcements'> & { announcement: AnnouncementView }

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

const Actions = ({ announcement, onEdit, onDelete }: RowProps) => {
  const { t } = useTranslation()
  return (
    <span className="list-actions">
      <IconAction label={`${t('actions.edit')}: ${announcement.title}`} onClick={() => onEdit(announcement)}>
        <EditIcon />
      </IconAction>
      <IconAction
        label={`${t('actions.delete')}: ${announcement.title}`}
        onClick={() => onDelete(announcement)}
      >
        <TrashIcon />
      </IconAction>
    </span>
  )
}

export const AnnouncementTable = ({ announcements, ...handlers }: AnnouncementListProps) => {
  const { t } = useTranslation('announcements')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.priority')}</TableCell>
            <TableCell>{t('columns.title')}</TableCell>
            <TableCell>{t('columns.file')}</TableCell>
            <TableCell>{t('columns.status')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {announcements.map((announcement) => (
            <TableRow key={announcement.id} hover>
              <TableCell>
                <Priority announcement={announcement} />
              </TableCell>
              <TableCell component="th" scope="row">
                <b>{announcement.title}</b>
              </TableCell>
              <TableCell>
                <Picture announcement={announcement} />
              </TableCell>
              <TableCell>{t(announcement.status ? 'active' : 'inactive')}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions announcement={announcement} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
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
