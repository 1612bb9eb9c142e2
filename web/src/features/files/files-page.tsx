import type { FileListView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeleteFileListMutation, useListFileListsInfiniteQuery } from '../../data/files.api'
import '../../data/files.live'
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
import { FileListCards, FileListTable } from './file-list-table'
import { FileListModal } from './file-list-modal'

const DeleteFileList = ({ list, onClose }: { list: FileListView; onClose: () => void }) => {
  const { t } = useTranslation('files')
  const [remove, { isLoading }] = useDeleteFileListMutation()
  return (
    <DeleteDialog
      title={t('confirm.title', { name: list.name })}
      text={t('confirm.text')}
      doneText={t('deleted')}
      remove={() => remove(list.id)}
      busy={isLoading}
      onClose={onClose}
    />
  )
}

type Overlay =
  { kind: 'none' } | { kind: 'edit'; list?: FileListView } | { kind: 'delete'; list: FileListView }

interface PagesProps {
  words: string
  onAdd: () => void
  onEdit: (list: FileListView) => void
  onDelete: (list: FileListView) => void
}

const FileListPages = ({ words, onAdd, ...handlers }: PagesProps) => {
  const { t } = useTranslation('files')
  const { t: common } = useTranslation()
  const List = useIsNarrow() ? FileListCards : FileListTable
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListFileListsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  const lists = data.pages.flatMap(({ files }) => files)
  if (lists.length === 0)
    return words === '' ? (
      <EmptyState
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Button variant="contained" onClick={onAdd}>
            {t('add')}
          </Button>
        }
      />
    ) : (
      <EmptyState title={common('lists.emptySearch', { query: words })} text={t('empty.search')} />
    )
  return (
    <>
      <List lists={lists} {...handlers} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

/** /files: messages with files that are sent together. */
export const FilesPage = () => {
  const { t } = useTranslation('files')
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  const { data } = useListFileListsInfiniteQuery(words)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  const add = () => setOverlay({ kind: 'edit' })
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.pages[0]?.count}>
        <SearchField value={typed} onChange={setTyped} />
        <Button variant="contained" startIcon={<PlusIcon />} onClick={add}>
          {t('add')}
        </Button>
      </PageHeader>
      <FileListPages
        words={words}
        onAdd={add}
        onEdit={(list) => setOverlay({ kind: 'edit', list })}
        onDelete={(list) => setOverlay({ kind: 'delete', list })}
      />
      {overlay.kind === 'edit' ? <FileListModal list={overlay.list} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeleteFileList list={overlay.list} onClose={close} /> : null}
    </Page>
  )
}
