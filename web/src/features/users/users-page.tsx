import { useTranslation } from 'react-i18next'

import { useDeleteUserMutation, useListUsersInfiniteQuery } from '../../data/users.api'
import '../../data/users.live'
import '../../data/connections.live'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { useSort } from '../../lib/use-sort'
import { RecordListPage } from '../../ui/record-list-page'
import { UserCards, UserTable } from './user-list'
import { UserModal } from './user-modal'

export const UsersPage = () => {
  const { t } = useTranslation('users')
  const search = useSearch()
  const sorting = useSort('users', {
    id: t('columns.id'),
    name: t('columns.name'),
    email: t('columns.email'),
    profile: t('columns.profile'),
  })
  const query = useListUsersInfiniteQuery(
    { searchParam: search.words, sort: sorting.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [remove] = useDeleteUserMutation()
  const List = useIsNarrow() ? UserCards : UserTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      sorting={sorting}
      query={query}
      records={(page) => page.users}
      empty={{ title: t('title'), text: t('empty'), searchText: t('empty') }}
      list={(users, handlers) => <List users={users} {...handlers} />}
      form={(user, close) => <UserModal userId={user?.id ?? null} onClose={close} />}
      deletion={(user) => ({
        title: t('confirm.deleteTitle', { name: user.name }),
        text: t('confirm.deleteText'),
        doneText: t('deleted'),
        remove: () => remove(user.id),
      })}
    />
  )
}
