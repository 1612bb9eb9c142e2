import type { AttendantView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { Avatar } from '../../ui/avatar'
import '../../ui/list-table.css'
import { formatMinutes, roundRating } from './period'

const Rating = ({ rating }: { rating: number | null }) => {
  const { t, i18n } = useTranslation('dashboard')
  if (rating === null) return t('rating.none')
  return `★ ${rating.toLocaleString(i18n.language)} · ${t(`rating.${roundRating(rating)}`)}`
}

/** Who is online first. */
export const Attendants = ({ attendants }: { attendants: AttendantView[] }) => {
  const { t } = useTranslation('dashboard')
  const sorted = [...attendants].sort((left, right) => Number(right.online) - Number(left.online))
  return (
    <div className="list-table" role="region" aria-label={t('attendants.title')} tabIndex={0}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('attendants.name')}</TableCell>
            <TableCell>{t('attendants.rating')}</TableCell>
            <TableCell>{t('attendants.tickets')}</TableCell>
            <TableCell>{t('attendants.avgSupportTime')}</TableCell>
            <TableCell>{t('attendants.status')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sorted.map(({ id, name, rating, tickets, avgSupportTime, online }) => (
            <TableRow key={id}>
              <TableCell component="th" scope="row">
                <span className="attendant">
                  <Avatar name={name} size={28} />
                  {name}
                </span>
              </TableCell>
              <TableCell>
                <Rating rating={rating} />
              </TableCell>
              <TableCell>{tickets}</TableCell>
              <TableCell>{formatMinutes(avgSupportTime)}</TableCell>
              <TableCell>
                <span
                  className={
                    online ? 'attendant__presence attendant__presence--online' : 'attendant__presence'
                  }
                >
                  {t(online ? 'attendants.online' : 'attendants.offline')}
                </span>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
