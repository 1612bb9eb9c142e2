import type { PromptView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useDeletePromptMutation, useListPromptsInfiniteQuery } from '../../data/prompts.api'
import { useIsNarrow } from '../../lib/use-media'
import { AddButton } from '../../ui/add-button'
import { DeleteDialog } from '../../ui/delete-dialog'
import { EmptyState } from '../../ui/empty-state'
import { PagedList } from '../../ui/paged-list'
import { Page, PageHeader } from '../../ui/page-header'
import { useRecordOverlay } from '../../ui/use-record-overlay'
import { DeadPromptTurns } from '../dead-turns'
import { PromptCards, PromptTable } from './prompt-list'
import { PromptModal } from './prompt-modal'

const DeletePrompt = ({ prompt, onClose }: { prompt: PromptView; onClose: () => void }) => {
  const { t } = useTranslation('prompts')
  const [remove] = useDeletePromptMutation()
  return (
    <DeleteDialog
      title={t('confirm.deleteTitle', { name: prompt.name })}
      text={t('confirm.deleteText')}
      doneText={t('deleted')}
      remove={() => remove(prompt.id)}
      onClose={onClose}
    />
  )
}

export const PromptsPage = () => {
  const { t } = useTranslation('prompts')
  const query = useListPromptsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const { overlay, add, edit, remove, close } = useRecordOverlay<PromptView>()
  const List = useIsNarrow() ? PromptCards : PromptTable
  const addButton = <AddButton label={t('add')} onAdd={add} />
  return (
    <Page>
      <PageHeader title={t('title')} count={query.data?.pages[0]?.count}>
        <DeadPromptTurns />
        {addButton}
      </PageHeader>
      <PagedList
        query={query}
        records={(page) => page.prompts}
        empty={<EmptyState title={t('empty.title')} text={t('empty.text')} action={addButton} />}
      >
        {(prompts) => <List prompts={prompts} onEdit={edit} onDelete={remove} />}
      </PagedList>
      {overlay.kind === 'edit' ? <PromptModal prompt={overlay.record} onClose={close} /> : null}
      {overlay.kind === 'delete' ? <DeletePrompt prompt={overlay.record} onClose={close} /> : null}
    </Page>
  )
}
