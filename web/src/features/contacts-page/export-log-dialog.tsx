import type { ContactExportView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { useListContactExportsInfiniteQuery } from '../../data/contact-imports.api'
import { translateError } from '../../lib/error-toast'
import { formatDayTime } from '../../lib/format-date'
import { ErrorState } from '../../ui/error-state'
import { LoadMore } from '../../ui/load-more'
import { RecordTable } from '../../ui/record-table'
import { RowSkeletons } from '../../ui/row-skeletons'

const Exports = ({ exports }: { exports: readonly ContactExportView[] }) => {
  const { t } = useTranslation('contacts')
  return (
    <RecordTable
      records={exports}
      columns={[
        { head: t('exportLog.who'), isRowHead: true, cell: ({ user }) => user.name },
        { head: t('exportLog.when'), cell: ({ createdAt }) => formatDayTime(new Date(createdAt)) },
        {
          head: t('exportLog.contacts'),
          align: 'right',
          cell: ({ contacts }) => contacts ?? t('exportLog.unknown'),
        },
      ]}
    />
  )
}

const Log = () => {
  const { t } = useTranslation('contacts')
  const { data, isError, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useListContactExportsInfiniteQuery()
  if (!data)
    return isError ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={44} />
    )
  const exports = data.pages.flatMap((page) => page.exports)
  if (exports.length === 0) return <p>{t('exportLog.empty')}</p>
  return (
    <>
      <Exports exports={exports} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

/** Who exported all contacts, when and how many; for administrators. */
export const ExportLogDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('contacts')
  const { t: common } = useTranslation()
  const id = useId()
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('exportLog.title')}</DialogTitle>
      <DialogContent tabIndex={0}>
        <Log />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
