import type { PromptView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { useListQueuesQuery } from '../../data/queues.api'
import { ColorChip } from '../../ui/color-chip'
import { IconAction } from '../../ui/icon-action'
import { EditIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'

/** The prompt's queue; nothing once it was deleted. */
const Queue = ({ prompt }: { prompt: PromptView }) => {
  const { data: queues = [] } = useListQueuesQuery()
  const queue = queues.find(({ id }) => id === prompt.queueId)
  return queue ? <ColorChip color={queue.color}>{queue.name}</ColorChip> : null
}

export interface PromptListProps {
  prompts: PromptView[]
  onEdit: (prompt: PromptView) => void
  onDelete: (prompt: PromptView) => void
}

type RowProps = Omit<PromptListProps, 'prompts'> & { prompt: PromptView }

const Actions = ({ prompt, onEdit, onDelete }: RowProps) => {
  const { t: common } = useTranslation()
  return (
    <span className="list-actions">
      <IconAction label={`${common('actions.edit')}: ${prompt.name}`} onClick={() => onEdit(prompt)}>
        <EditIcon />
      </IconAction>
      <IconAction label={`${common('actions.delete')}: ${prompt.name}`} onClick={() => onDelete(prompt)}>
        <TrashIcon />
      </IconAction>
    </span>
  )
}

export const PromptTable = ({ prompts, ...handlers }: PromptListProps) => {
  const { t } = useTranslation('prompts')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell>{t('columns.queue')}</TableCell>
            <TableCell>{t('columns.maxTokens')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {prompts.map((prompt) => (
            <TableRow key={prompt.id} hover>
              <TableCell component="th" scope="row">
                {prompt.name}
              </TableCell>
              <TableCell>
                <Queue prompt={prompt} />
              </TableCell>
              <TableCell>{prompt.maxTokens}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions prompt={prompt} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
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
            <b>{prompt.name}</b>
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
