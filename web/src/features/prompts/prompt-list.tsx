import type { NamedPromptView, promptSorts } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useListQueuesQuery } from '../../data/queues.api'
import type { Sorting } from '../../lib/use-sort'
import { ColorChip } from '../../ui/color-chip'
import '../../ui/list-table.css'
import './prompts.css'
import { RecordActions } from '../../ui/record-actions'
import { RecordTable } from '../../ui/record-table'

/** The prompt's queue; nothing once it was deleted. */
const Queue = ({ prompt }: { prompt: NamedPromptView }) => {
  const { data: queues = [] } = useListQueuesQuery()
  const queue = queues.find(({ id }) => id === prompt.queueId)
  return queue ? <ColorChip color={queue.color}>{queue.name}</ColorChip> : null
}

/** Its name; and that it does not answer while it has no key. */
const Name = ({ prompt }: { prompt: NamedPromptView }) => {
  const { t } = useTranslation('prompts')
  if (prompt.apiKey !== '') return prompt.name
  return (
    <>
      {prompt.name}
      <span className="prompt-keyless">{t('noKey')}</span>
    </>
  )
}

export interface PromptListProps {
  prompts: NamedPromptView[]
  onEdit: (prompt: NamedPromptView) => void
  onDelete: (prompt: NamedPromptView) => void
  sorting: Sorting<(typeof promptSorts)[number]> | undefined
}

type RowProps = Pick<PromptListProps, 'onEdit' | 'onDelete'> & { prompt: NamedPromptView }

const Actions = ({ prompt, onEdit, onDelete }: RowProps) => (
  <RecordActions name={prompt.name} onEdit={() => onEdit(prompt)} onDelete={() => onDelete(prompt)} />
)

export const PromptTable = ({ prompts, sorting, ...handlers }: PromptListProps) => {
  const { t } = useTranslation('prompts')
  return (
    <RecordTable
      records={prompts}
      sorting={sorting}
      columns={[
        {
          head: t('columns.name'),
          sort: 'name',
          isRowHead: true,
          cell: (prompt) => <Name prompt={prompt} />,
        },
        { head: t('columns.queue'), cell: (prompt) => <Queue prompt={prompt} /> },
        { head: t('columns.maxTokens'), sort: 'maxTokens', cell: ({ maxTokens }) => maxTokens },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (prompt) => <Actions prompt={prompt} {...handlers} />,
        },
      ]}
    />
  )
}

/** Below 900 px: one card each. */
export const PromptCards = ({ prompts, ...handlers }: PromptListProps) => {
  const { t } = useTranslation('prompts')
  return (
    <ul className="list-cards">
      {prompts.map((prompt) => (
        <li key={prompt.id} className="list-card">
          <div className="list-card__head">
            <b>
              <Name prompt={prompt} />
            </b>
            <Queue prompt={prompt} />
          </div>
          <div className="list-card__foot">
            <span>
              {t('columns.maxTokens')}: {prompt.maxTokens}
            </span>
            <Actions prompt={prompt} {...handlers} />
          </div>
        </li>
      ))}
    </ul>
  )
}
