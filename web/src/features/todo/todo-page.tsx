import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { formatDayTime } from '../../lib/format-date'
import { toast } from '../../lib/toast'
import { useUnsaved } from '../../lib/use-unsaved'
import { EmptyState } from '../../ui/empty-state'
import { IconAction } from '../../ui/icon-action'
import { EditIcon, TrashIcon } from '../../ui/icons'
import { Page, PageHeader } from '../../ui/page-header'
import { addTask, editTask, removeTask, type Task } from './tasks'
import { useTasks } from './use-tasks'
import './todo.css'

const MOST_LETTERS = 500

interface RowProps {
  task: Task
  onEdit: () => void
  onDelete: () => void
}

const Row = ({ task, onEdit, onDelete }: RowProps) => {
  const { t } = useTranslation('todo')
  return (
    <li className="todo-row">
      <span>
        {task.text}
        <small>{t('updated', { at: formatDayTime(new Date(task.updatedAt)) })}</small>
      </span>
      <IconAction label={t('edit', { text: task.text })} onClick={onEdit}>
        <EditIcon />
      </IconAction>
      <IconAction label={t('delete', { text: task.text })} onClick={onDelete}>
        <TrashIcon />
      </IconAction>
    </li>
  )
}

/** What the user wants to remember, kept in this browser. */
export const TodoPage = () => {
  const { t } = useTranslation('todo')
  const { t: common } = useTranslation()
  const { tasks, change } = useTasks()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<number | null>(null)

  useUnsaved(text !== (editing === null ? '' : tasks[editing]?.text))

  const begin = (index: number | null, words: string) => {
    setEditing(index)
    setText(words)
    field.current?.focus()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const now = new Date()
    change((all) => (editing === null ? addTask(all, text, now) : editTask(all, editing, text, now)))
    begin(null, '')
  }
  const handleDelete = (index: number) => {
    const before = tasks
    change((all) => removeTask(all, index))
    begin(null, '')
    toast.success(t('deleted'), { action: { label: t('undo'), onClick: () => change(() => before) } })
  }

  return (
    <Page>
      <PageHeader title={t('title')} count={tasks.length} />
      <form className="todo-form" onSubmit={handleSubmit}>
        <TextField
          id="todo-text"
          inputRef={field}
          fullWidth
          autoFocus
          label={t(editing === null ? 'field' : 'editField')}
          value={text}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          slotProps={{ htmlInput: { maxLength: MOST_LETTERS } }}
        />
        {editing === null ? null : (
          <Button color="secondary" onClick={() => begin(null, '')}>
            {common('actions.cancel')}
          </Button>
        )}
        <Button type="submit" variant="contained">
          {t(editing === null ? 'add' : 'save')}
        </Button>
      </form>
      {tasks.length === 0 ? (
        <EmptyState title={t('empty')} text={t('emptyText')} />
      ) : (
        <ul className="todo">
          {tasks.map((task, index) => (
            <Row
              key={`${task.createdAt}-${index}`}
              task={task}
              onEdit={() => begin(index, task.text)}
              onDelete={() => handleDelete(index)}
            />
          ))}
        </ul>
      )}
    </Page>
  )
}
