import type { FileListView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useDeleteFileListMutation, useListFileListsInfiniteQuery } from '../../data/files.api'
import '../../data/files.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { AddButton } from '../../ui/add-button'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyList, PagedList } from '../../ui/paged-list'
import { Page, PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { FileListCards, FileListTable } from './file-list-table'
import { FileListModal } from './file-list-modal'

const DeleteFileList = ({ list, onClose }: { list: FileListView; onClose: () => void }) => {
  const { t } = useTranslation('files')
  const [remove] = useDeleteFileListMutation()
  return (
    <DeleteDialog
      title={t('confirm.title', { name: list.name })}
      text={t('confirm.text')}
      doneText={t('deleted')}
      remove={() => remove(list.id)}
      onClose={onClose}
    />
  )
}

/** /files: messages with files that are sent together. */
export const FilesPage = () => {
  const { t } = useTranslation('files')
  const { words, field } = useSearch()
  const query = useListFileListsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  const { overlay, add, edit, remove, close } = useRecordOverlay<FileListView>()
  const List = useIsNarrow() ? FileListCards : FileListTable
  const addButton = <AddButton label={t('add')} onAdd={add} />
  return (
    <Page>
      <PageHeader title={t('title')} count={query.data?.pages[0]?.count}>
        <SearchField {...field} />
        {addButton}
      </PageHeader>
      <PagedList
        query={query}
        records={(page) => page.files}
        empty={
          <EmptyList
            words={words}
            title={t('empty.title')}
            text={t('empty.text')}
            searchText={t('empty.search')}
            action={addButton}
          />
        }
      >
        {(lists) => <List lists={lists} onEdit={edit} onDelete={remove} />}
      </PagedList>
      {overlay.kind === 'edit' ? <FileListModal list={overlay.record} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeleteFileList list={overlay.record} onClose={close} /> : null}
    </Page>
  )
}
