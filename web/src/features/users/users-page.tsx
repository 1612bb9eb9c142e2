import type { UserView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useDeleteUserMutation, useListUsersInfiniteQuery } from '../../data/users.api'
import '../../data/users.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { AddButton } from '../../ui/add-button'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyList, PagedList } from '../../ui/paged-list'
import { Page, PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { UserCards, UserTable } from './user-list'
import { UserModal } from './user-modal'

const DeleteUser = ({ user, onClose }: { user: UserView; onClose: () => void }) => {
  const { t } = useTranslation('users')
  const [remove] = useDeleteUserMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: user.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(user.id)}
      onClose={onClose}
    />
  )
}

export const UsersPage = () => {
  const { t } = useTranslation('users')
  const { words, field } = useSearch()
  const query = useListUsersInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  const { overlay, add, edit, remove, close } = useRecordOverlay<UserView>()
  const List = useIsNarrow() ? UserCards : UserTable
  const addButton = <AddButton label={t('add')} onAdd={add} />
  return (
    <Page>
      <PageHeader title={t('title')} count={query.data?.pages[0]?.count}>
        <SearchField {...field} />
        {addButton}
      </PageHeader>
      <PagedList
        query={query}
        records={(page) => page.users}
        empty={<EmptyList words={words} title={t('title')} text={t('empty')} searchText={t('empty')} />}
      >
        {(users) => <List users={users} onEdit={edit} onDelete={remove} />}
      </PagedList>
      {overlay.kind === 'edit' ? <UserModal userId={overlay.record?.id ?? null} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeleteUser user={overlay.record} onClose={close} /> : null}
    </Page>
  )
}
