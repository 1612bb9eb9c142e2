import type { TagView } from '@balcao/contracts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeleteTagMutation, useListTagsQuery } from '../../data/tags.api'
import '../../data/tags.live'
import { translateError } from '../../lib/error-toast'
import { useIsNarrow } from '../../lib/use-media'
import { useSearch } from '../../lib/use-search'
import { AddButton } from '../../ui/add-button'
import { DeleteDialog } from '../../ui/delete-dialog'
import { ErrorState } from '../../ui/error-state'
import { EmptyList } from '../../ui/paged-list'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchField } from '../../ui/search-field'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { TagCards, TagTable } from './tag-list'
import { TagModal } from './tag-modal'

const DeleteTag = ({ tag, onClose }: { tag: TagView; onClose: () => void }) => {
  const { t } = useTranslation('tags')
  const [remove] = useDeleteTagMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: tag.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(tag.id)}
      onClose={onClose}
    />
  )
}

interface TagsProps {
  words: string
  empty: ReactNode
  onEdit: (tag: TagView) => void
  onDelete: (tag: TagView) => void
}

const Tags = ({ words, empty, ...handlers }: TagsProps) => {
  const List = useIsNarrow() ? TagCards : TagTable
  const { currentData, error, refetch } = useListTagsQuery(words, { refetchOnMountOrArgChange: true })
  if (currentData) return currentData.tags.length > 0 ? <List tags={currentData.tags} {...handlers} /> : empty
  return error ? (
    <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
  ) : (
    <RowSkeletons height={52} />
  )
}

export const TagsPage = () => {
  const { t } = useTranslation('tags')
  const { words, field } = useSearch()
  const { data } = useListTagsQuery(words)
  const { overlay, add, edit, remove, close } = useRecordOverlay<TagView>()
  const addButton = <AddButton label={t('add')} onAdd={add} />
  const empty = (
    <EmptyList
      words={words}
      title={t('empty.title')}
      text={t('empty.text')}
      searchText={t('empty.search')}
      action={addButton}
    />
  )
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.count}>
        <SearchField {...field} />
        {addButton}
      </PageHeader>
      <Tags words={words} empty={empty} onEdit={edit} onDelete={remove} />
      {overlay.kind === 'edit' ? <TagModal tag={overlay.record} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeleteTag tag={overlay.record} onClose={close} /> : null}
    </Page>
  )
}
