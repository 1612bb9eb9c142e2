import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useIsNarrow } from '../lib/use-media'
import type { Search } from '../lib/use-search'
import { useSelection } from '../lib/use-selection'
import type { Sorting } from '../lib/use-sort'
import { AddButton } from './add-button'
import { DeleteDialog, type DeleteDialogProps } from './delete-dialog'
import { DeleteManyDialog } from './delete-many-dialog'
import { EmptyList, PagedList, type EmptyListProps, type PagesQuery } from './paged-list'
import { Page, PageHeader } from './page-header'
import type { RecordSelection } from './record-select'
import { SearchField } from './search-field'
import { SortMenu } from './sort-menu'
import { useRecordOverlay } from './use-record-overlay'

/** What a list offers with each of its records. */
export interface RecordHandlers<R, S extends string = never> {
  onEdit: (record: R) => void
  onDelete: (record: R) => void
  /** Where rows are selected. */
  selection?: RecordSelection<R> | undefined
  /** Where the server sorts. */
  sorting: Sorting<S> | undefined
}

/** Rows that are selected and deleted together. */
export interface SelectingProps<R> {
  name: (record: R) => string
  /** Whether the user may delete it; each unless given. */
  isSelectable?: (record: R) => boolean
  /** What is lost with them. */
  text?: string
}

interface SelectableListProps<R> {
  records: R[]
  /** The search and the order. */
  asked: string
  selecting: SelectingProps<R>
  remove: (record: R) => Promise<{ error?: unknown }>
  children: (selection: RecordSelection<R>) => ReactNode
}

const everyRecord = () => true

const SelectableList = <R extends { id: number }>({
  records,
  asked,
  selecting: { name, isSelectable = everyRecord, text },
  remove,
  children,
}: SelectableListProps<R>) => {
  const { t } = useTranslation()
  const selection = useSelection(records, isSelectable, asked)
  // Those that were selected when the question was asked.
  const [deleting, setDeleting] = useState<readonly R[]>()
  return (
    <>
      {children({ ...selection, name, onDelete: () => setDeleting(selection.selected) })}
      {deleting ? (
        <DeleteManyDialog
          records={deleting}
          name={name}
          text={text ?? t('selection.deleteText')}
          remove={remove}
          onClose={() => setDeleting(undefined)}
        />
      ) : null}
    </>
  )
}

export interface RecordListPageProps<P, R extends { id: number }, S extends string> {
  title: string
  /** What the first page says unless given. */
  count?: number
  addLabel: string
  /** From `useSearch`; without it the page has no search. */
  search?: Search
  /** From `useSort`: the heads sort, and cards have a menu. */
  sorting?: Sorting<S>
  /** Buttons between the search and the primary one. */
  tools?: ReactNode
  /** Above the list, whatever it holds. */
  notice?: ReactNode
  query: PagesQuery<P>
  records: (page: P) => readonly R[]
  /** `action` is the primary button unless given. */
  empty: Omit<EmptyListProps, 'words'>
  /** Unless given, rows and cards are not selected. */
  selecting?: SelectingProps<R> | undefined
  list: (records: R[], handlers: RecordHandlers<R, S>) => ReactNode
  /** The dialog of a new record (undefined) or of one to edit. */
  form: (record: R | undefined, close: () => void) => ReactNode
  /** What is asked before a record is deleted, and what deletes it. */
  deletion: (record: R) => Omit<DeleteDialogProps, 'onClose'>
  /** The page's other dialogs. */
  children?: ReactNode
}

/** A page that lists records: head with search and primary button, pages of a list, dialogs that add, edit and delete. */
export const RecordListPage = <P extends { count: number }, R extends { id: number }, S extends string>(
  props: RecordListPageProps<P, R, S>,
) => {
  const { title, search, sorting, selecting, tools, query, empty } = props
  const hasCards = useIsNarrow()
  const { overlay, add, edit, remove, close } = useRecordOverlay<R>()
  const handlers = { onEdit: edit, onDelete: remove, sorting }
  const addButton = <AddButton label={props.addLabel} onAdd={add} />
  return (
    <Page>
      <PageHeader title={title} count={props.count ?? query.data?.pages[0]?.count}>
        {search ? <SearchField {...search.field} /> : null}
        {sorting && hasCards ? <SortMenu {...sorting} /> : null}
        {tools}
        {addButton}
      </PageHeader>
      {props.notice}
      <PagedList
        query={query}
        records={props.records}
        empty={<EmptyList action={addButton} {...empty} words={search?.words ?? ''} />}
      >
        {(found) =>
          selecting ? (
            <SelectableList
              asked={`${sorting?.sort ?? ''} ${search?.words ?? ''}`}
              records={found}
              selecting={selecting}
              remove={(record) => props.deletion(record).remove()}
            >
              {(selection) => props.list(found, { ...handlers, selection })}
            </SelectableList>
          ) : (
            props.list(found, handlers)
          )
        }
      </PagedList>
      {overlay.kind === 'edit' ? props.form(overlay.record, close) : null}
      {overlay.kind === 'delete' ? (
        <DeleteDialog {...props.deletion(overlay.record)} onClose={close} />
      ) : null}
      {props.children}
    </Page>
  )
}
