import type { QuickMessageView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import {
  useDeleteQuickMessageMutation,
  useListQuickMessagesInfiniteQuery,
} from '../../data/quick-messages.api'
import '../../data/quick-messages.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { AddButton } from '../../ui/add-button'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyList, PagedList } from '../../ui/paged-list'
import { Page, PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { QuickMessageCards, QuickMessageTable } from './quick-message-list'
import { QuickMessageModal } from './quick-message-modal'

const DeleteQuickMessage = ({
  quickMessage,
  onClose,
}: {
  quickMessage: QuickMessageView
  onClose: () => void
}) => {
  const { t } = useTranslation('quickMessages')
  const [remove] = useDeleteQuickMessageMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { shortcode: quickMessage.shortcode })}
      text={t(quickMessage.geral ? 'confirm.deleteCompanyText' : 'confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(quickMessage.id)}
      onClose={onClose}
    />
  )
}

export const QuickMessagesPage = () => {
  const { t } = useTranslation('quickMessages')
  const { words, field } = useSearch()
  const query = useListQuickMessagesInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  const { overlay, add, edit, remove, close } = useRecordOverlay<QuickMessageView>()
  const List = useIsNarrow() ? QuickMessageCards : QuickMessageTable
  const addButton = <AddButton label={t('add')} onAdd={add} />
  return (
    <Page>
      <PageHeader title={t('title')} count={query.data?.pages[0]?.count}>
        <SearchField {...field} />
        {addButton}
      </PageHeader>
      <PagedList
        query={query}
        records={(page) => page.records}
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
        {(quickMessages) => <List quickMessages={quickMessages} onEdit={edit} onDelete={remove} />}
      </PagedList>
      {overlay.kind === 'edit' ? <QuickMessageModal quickMessage={overlay.record} onClose={close} /> : null}
      {overlay.kind === 'delete' ? (
        <DeleteQuickMessage quickMessage={overlay.record} onClose={close} />
      ) : null}
    </Page>
  )
}
