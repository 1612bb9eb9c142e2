import type { TagView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeleteTagMutation, useListTagsQuery } from '../../data/tags.api'
import '../../data/tags.live'
import { translateError } from '../../lib/error-toast'
import { useDebounced } from '../../lib/use-debounced'
import { useIsNarrow } from '../../lib/use-media'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { PlusIcon } from '../../ui/icons'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchField } from '../../ui/search-field'
import { TagCards, TagTable } from './tag-list'
import { TagModal } from './tag-modal'

const DeleteTag = ({ tag, onClose }: { tag: TagView; onClose: () => void }) => {
  const { t } = useTranslation('tags')
  const [remove, { isLoading }] = useDeleteTagMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: tag.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(tag.id)}
      busy={isLoading}
      onClose={onClose}
    />
  )
}

/** The header above the list. */
type Overlay = { kind: 'none' } | { kind: 'edit'; tag?: TagView } | { kind: 'delete'; tag: TagView }

interface TagsProps {
  words: string
  onAdd: () => void
  onEdit: (tag: TagView) => void
  onDelete: (tag: TagView) => void
}

const AddButton = ({ onAdd }: { onAdd: () => void }) => (
  <Button variant="contained" startIcon={<PlusIcon />} onClick={onAdd}>
    {useTranslation('tags').t('add')}
  </Button>
)

const Tags = ({ words, onAdd, ...handlers }: TagsProps) => {
  const { t } = useTranslation('tags')
  const { t: common } = useTranslation()
  const List = useIsNarrow() ? TagCards : TagTable
  const { currentData, error, refetch } = useListTagsQuery(words, { refetchOnMountOrArgChange: true })
  if (!currentData)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={52} />
    )
  if (currentData.tags.length > 0) return <List tags={currentData.tags} {...handlers} />
  return words === '' ? (
    <EmptyState title={t('empty.title')} text={t('empty.text')} action={<AddButton onAdd={onAdd} />} />
  ) : (
    <EmptyState title={common('lists.emptySearch', { query: words })} text={t('empty.search')} />
  )
}

export const TagsPage = () => {
  const { t } = useTranslation('tags')
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  const { data } = useListTagsQuery(words)
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = useCallback(() => setOverlay({ kind: 'none' }), [])
  const add = () => setOverlay({ kind: 'edit' })
  return (
    <Page>
      <PageHeader title={t('title')} count={data?.count}>
        <SearchField value={typed} onChange={setTyped} />
        <AddButton onAdd={add} />
      </PageHeader>
      <Tags
        words={words}
        onAdd={add}
        onEdit={(tag) => setOverlay({ kind: 'edit', tag })}
        onDelete={(tag) => setOverlay({ kind: 'delete', tag })}
      />
      {overlay.kind === 'edit' ? <TagModal tag={overlay.tag} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeleteTag tag={overlay.tag} onClose={close} /> : null}
    </Page>
  )
}
