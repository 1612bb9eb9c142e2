import { useTranslation } from 'react-i18next'

import { useDeletePromptMutation, useListPromptsInfiniteQuery } from '../../data/prompts.api'
import { useIsNarrow } from '../../lib/use-media'
import { useSort } from '../../lib/use-sort'
import { RecordListPage } from '../../ui/record-list-page'
import { DeadPromptTurns } from '../dead-turns'
import { PromptCards, PromptTable } from './prompt-list'
import { PromptModal } from './prompt-modal'

/** What language models are told before they answer customers. */
export const PromptsPage = () => {
  const { t } = useTranslation('prompts')
  const sorting = useSort('prompts', { name: t('columns.name'), maxTokens: t('columns.maxTokens') })
  const query = useListPromptsInfiniteQuery(
    { searchParam: '', sort: sorting.sort },
    { refetchOnMountOrArgChange: true },
  )
  const [remove] = useDeletePromptMutation()
  const List = useIsNarrow() ? PromptCards : PromptTable
  return (
    <RecordListPage
      title={t('title')}
      addLabel={t('add')}
      sorting={sorting}
      tools={<DeadPromptTurns />}
      query={query}
      records={(page) => page.prompts}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      list={(prompts, handlers) => <List prompts={prompts} {...handlers} />}
      form={(prompt, close) => <PromptModal prompt={prompt} onClose={close} />}
      deletion={(prompt) => ({
        title: t('confirm.deleteTitle', { name: prompt.name }),
        text: t('confirm.deleteText'),
        doneText: t('deleted'),
        remove: () => remove(prompt.id),
      })}
    />
  )
}
