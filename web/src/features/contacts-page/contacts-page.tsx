import type { ContactView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useExportContactsMutation } from '../../data/contact-imports.api'
import '../../data/contact-imports.live'
import { useDeleteContactMutation, useListContactsInfiniteQuery } from '../../data/contacts.api'
import '../../data/contacts.live'
import { showError, translateError } from '../../lib/error-toast'
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
import { ContactDialog } from '../contacts'
import { NewTicketDialog } from '../conversation'
import { ContactCards, ContactTable } from './contact-list'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog')).ImportDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog')).MergeDialog }))

type Overlay =
  { kind: 'none' | 'add' | 'import' } | { kind: 'edit' | 'merge' | 'delete' | 'talk'; contact: ContactView }

type Handlers = Record<'onTalk' | 'onEdit' | 'onMerge' | 'onDelete', (contact: ContactView) => void>

const DeleteContact = ({ contact, onClose }: { contact: ContactView; onClose: () => void }) => {
  const { t } = useTranslation('contacts')
  const [remove] = useDeleteContactMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: contact.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(contact.id)}
      onClose={onClose}
    />
  )
}

const ExportButton = () => {
  const { t } = useTranslation('contacts')
  const [download, { isLoading }] = useExportContactsMutation()
  const handleClick = async () => {
    const { error } = await download()
    if (error) showError(error)
  }
  return (
    <Button variant="outlined" loading={isLoading} onClick={() => void handleClick()}>
      {t('export')}
    </Button>
  )
}

const Empty = ({ words, onAdd }: { words: string; onAdd: () => void }) => {
  const { t } = useTranslation('contacts')
  const { t: common } = useTranslation()
  if (words !== '')
    return <EmptyState title={common('lists.emptySearch', { query: words })} text={t('emptySearch')} />
  const add = (
    <Button variant="contained" startIcon={<PlusIcon />} onClick={onAdd}>
      {t('add')}
    </Button>
  )
  return <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={add} />
}

const ContactPages = ({ words, onAdd, ...handlers }: Handlers & { words: string; onAdd: () => void }) => {
  const List = useIsNarrow() ? ContactCards : ContactTable
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListContactsInfiniteQuery(words, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  const contacts = data.pages.flatMap((page) => page.contacts)
  if (contacts.length === 0) return <Empty words={words} onAdd={onAdd} />
  return (
    <>
      <List contacts={contacts} {...handlers} />
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

const Dialogs = ({ overlay, onClose }: { overlay: Overlay; onClose: () => void }) => {
  switch (overlay.kind) {
    case 'add':
      return <ContactDialog onClose={onClose} />
    case 'import':
      return (
        <Suspense fallback={null}>
          <ImportDialog onClose={onClose} />
        </Suspense>
      )
    case 'edit':
      return <ContactDialog contact={overlay.contact} onClose={onClose} />
    case 'merge':
      return (
        <Suspense fallback={null}>
          <MergeDialog contact={overlay.contact} onClose={onClose} />
        </Suspense>
      )
    case 'delete':
      return <DeleteContact contact={overlay.contact} onClose={onClose} />
    case 'talk':
      return (
        <Suspense fallback={null}>
          <NewTicketDialog contact={overlay.contact} onClose={onClose} />
        </Suspense>
      )
    case 'none':
      return null
  }
}

export const ContactsPage = () => {
  const { t } = useTranslation('contacts')
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  const { data } = useListContactsInfiniteQuery(words)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  const openAdd = () => setOverlay({ kind: 'add' })
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.pages[0]?.count}>
        <SearchField value={typed} onChange={setTyped} />
        <ExportButton />
        <Button variant="outlined" onClick={() => setOverlay({ kind: 'import' })}>
          {t('import.open')}
        </Button>
        <Button variant="contained" startIcon={<PlusIcon />} onClick={openAdd}>
          {t('add')}
        </Button>
      </PageHeader>
      <ContactPages
        words={words}
        onAdd={openAdd}
        onTalk={(contact) => setOverlay({ kind: 'talk', contact })}
        onEdit={(contact) => setOverlay({ kind: 'edit', contact })}
        onMerge={(contact) => setOverlay({ kind: 'merge', contact })}
        onDelete={(contact) => setOverlay({ kind: 'delete', contact })}
      />
      <Dialogs overlay={overlay} onClose={close} />
    </Page>
  )
}
