import { useTranslation } from 'react-i18next'

import { useDeleteFileListMutation, useListFileListsInfiniteQuery } from '../../data/files.api'
import '../../data/files.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { useSort } from '../../lib/use-sort'
import { RecordListPage } from '../../ui/record-list-page'
import { FileListModal } from './file-list-modal'
import { FileListCards, FileListTable } from './file-list-table'

/** /files: messages with files that are sent together. */
export const FilesPage = () => {
  const { t } = useTranslation('files')
  const search = useSearch()
  const sorting = useSort('files', { name: t('columns.name') })
  const query = useListFileListsInfiniteQuery(
    { searchParam: search.words, sort: sorting.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [remove] = useDeleteFileListMutation()
  const List = useIsNarrow() ? FileListCards : FileListTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      sorting={sorting}
      query={query}
      records={(page) => page.files}
      empty={{ title: t('empty.title'), text: t('empty.text'), searchText: t('empty.search') }}
      list={(lists, handlers) => <List lists={lists} {...handlers} />}
      form={(list, close) => <FileListModal list={list} onClose={close} />}
      deletion={(list) => ({
        title: t('confirm.title', { name: list.name }),
        text: t('confirm.text'),
        doneText: t('deleted'),
        remove: () => remove(list.id),
      })}
    />
  )
}
