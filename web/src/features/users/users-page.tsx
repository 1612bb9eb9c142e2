import type { UserView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeleteUserMutation, useListUsersInfiniteQuery } from '../../data/users.api'
import '../../data/users.live'
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
import { UserCards, UserTable } from './user-list'
import { UserModal } from './user-modal'

const DeleteUser = ({ user, onClose }: { user: UserView; onClose: () => void }) => {
  const { t } = useTranslation('users')
  const [remove, { isLoading }] = useDeleteUserMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: user.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(user.id)}
      busy={isLoading}
      onClose={onClose}
    />
  )
}

/** The header above the list. */
type Overlay = { kind: 'none' } | { kind: 'edit'; id: number | null } | { kind: 'delete'; user: UserView }

interface UserPagesProps {
  words: string
  onEdit: (user: UserView) => void
  onDelete: (user: UserView) => void
}

const UserPages = ({ words, ...handlers }: UserPagesProps) => {
  const { t } = useTranslation('users')
  const { t: common } = useTranslation()
  const List = useIsNarrow() ? UserCards : UserTable
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListUsersInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  const users = data.pages.flatMap((page) => page.users)
  if (users.length === 0)
    return <EmptyState title={common('lists.emptySearch', { query: words })} text={t('empty')} />
  return (
    <>
      <List users={users} {...handlers} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

export const UsersPage = () => {
  const { t } = useTranslation('users')
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  const { data } = useListUsersInfiniteQuery(words)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.pages[0]?.count}>
        <SearchField value={typed} onChange={setTyped} />
        <Button
          variant="contained"
          startIcon={<PlusIcon />}
          onClick={() => setOverlay({ kind: 'edit', id: null })}
        >
          {t('add')}
        </Button>
      </PageHeader>
      <UserPages
        words={words}
        onEdit={({ id }) => setOverlay({ kind: 'edit', id })}
        onDelete={(user) => setOverlay({ kind: 'delete', user })}
      />
      {overlay.kind === 'edit' ? <UserModal userId={overlay.id} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeleteUser user={overlay.user} onClose={close} /> : null}
    </Page>
  )
}
