import { exportRoles, hasRole, type ContactView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useExportContactsMutation } from '../../data/contact-imports.api'
import '../../data/contact-imports.live'
import { useDeleteContactMutation, useListContactsInfiniteQuery } from '../../data/contacts.api'
import '../../data/contacts.live'
import { useMe } from '../../data/hooks'
import { useSetting } from '../../data/settings.api'
import '../../data/settings.live'
import { can } from '../../lib/can'
import { showError } from '../../lib/error-toast'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { useSort } from '../../lib/use-sort'
import { RecordListPage } from '../../ui/record-list-page'
import { ContactDialog } from '../contacts'
import { NewTicketDialog } from '../conversation'
import { ContactCards, ContactTable } from './contact-list'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog')).ImportDialog }))
const ExportLogDialog = lazy(async () => ({ default: (await import('./export-log-dialog')).ExportLogDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog')).MergeDialog }))

/** The page's own dialogs, beside those of every list page. */
type Shown = { kind: 'none' | 'import' | 'exports' } | { kind: 'merge' | 'talk'; contact: ContactView }

/* Administrators, and whom the company's setting allows. */
const useMayExport = (): boolean => {
  const me = useMe()
  const value = useSetting('exportContacts')
  return hasRole(me, exportRoles.find((role) => role === value) ?? 'admin')
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

const Dialogs = ({ shown, onClose }: { shown: Shown; onClose: () => void }) => (
  <Suspense fallback={null}>
    {shown.kind === 'import' ? <ImportDialog onClose={onClose} /> : null}
    {shown.kind === 'exports' ? <ExportLogDialog onClose={onClose} /> : null}
    {shown.kind === 'merge' ? <MergeDialog contact={shown.contact} onClose={onClose} /> : null}
    {shown.kind === 'talk' ? <NewTicketDialog contact={shown.contact} onClose={onClose} /> : null}
  </Suspense>
)

/** The company's contacts. */
export const ContactsPage = () => {
  const { t } = useTranslation('contacts')
  const search = useSearch()
  const sorting = useSort('contacts', { name: t('columns.name'), createdAt: t('columns.createdAt') })
  const query = useListContactsInfiniteQuery(
    { searchParam: search.words, sort: sorting.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [remove] = useDeleteContactMutation()
  const me = useMe()
  const mayExport = useMayExport()
  const [shown, show] = useState<Shown>({ kind: 'none' })
  const handleClose = useCallback(() => show({ kind: 'none' }), [])
  const List = useIsNarrow() ? ContactCards : ContactTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      search={search}
      sorting={sorting}
      tools={
        <>
          {mayExport ? <ExportButton /> : null}
          {hasRole(me, 'admin') ? (
            <Button variant="outlined" onClick={() => show({ kind: 'exports' })}>
              {t('exportLog.open')}
            </Button>
          ) : null}
          <Button variant="outlined" onClick={() => show({ kind: 'import' })}>
            {t('import.open')}
          </Button>
        </>
      }
      query={query}
      records={(page) => page.contacts}
      empty={{ title: t('emptyTitle'), text: t('emptyText'), searchText: t('emptySearch') }}
      selecting={
        can(me, 'contacts-page:deleteContact')
          ? { name: ({ name }) => name, text: t('confirm.deleteManyText') }
          : undefined
      }
      list={(contacts, handlers) => (
        <List
          contacts={contacts}
          onTalk={(contact) => show({ kind: 'talk', contact })}
          onMerge={(contact) => show({ kind: 'merge', contact })}
          {...handlers}
        />
      )}
      form={(contact, close) => <ContactDialog contact={contact} onClose={close} />}
      deletion={(contact) => ({
        title: t('confirm.deleteTitle', { name: contact.name }),
        text: t('confirm.deleteText'),
        doneText: t('deleted'),
        remove: () => remove(contact.id),
      })}
    >
      <Dialogs shown={shown} onClose={handleClose} />
    </RecordListPage>
  )
}
