import type { QueueOptionView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeleteOptionFileMutation, useUploadOptionFileMutation } from '../../data/queue-options.api'
import { translateError } from '../../lib/error-toast'
import { DeleteDialog } from '../../ui/delete-dialog'
import { ErrorState } from '../../ui/error-state'
import { FileField } from '../../ui/file-field'
import { PlusIcon } from '../../ui/icons'
import { OptionEditor } from './option-editor'
import { OptionRow } from './option-row'
import { buildTree, openDraft, type OptionDraft, type OptionNode } from './option-tree'
import './option-tree.css'
import { useOptions, type Options } from './use-options'

interface BranchProps {
  nodes: OptionNode[]
  parentId: number | null
  all: Options
  onDelete: (option: QueueOptionView) => void
}

const Editor = ({ all }: { all: Options }) =>
  all.draft ? (
    <OptionEditor
      draft={all.draft}
      busy={all.isSaving}
      onChange={all.setDraft}
      onSave={() => void all.saveDraft()}
      onCancel={() => all.setDraft(null)}
    />
  ) : null

const OptionFile = ({ option }: { option: QueueOptionView }) => {
  const [upload, uploading] = useUploadOptionFileMutation()
  const [remove, removing] = useDeleteOptionFileMutation()
  const { mediaPath, mediaName } = option
  return (
    <FileField
      subject={option.title}
      file={mediaPath === null ? null : { url: mediaPath, name: mediaName ?? '' }}
      busy={uploading.isLoading || removing.isLoading}
      upload={(file) => upload({ id: option.id, file })}
      remove={() => remove(option.id)}
    />
  )
}

/** Options of one menu with all below them; the one that is written is an editor in its place. */
const Branch = ({ nodes, parentId, all, onDelete }: BranchProps) => {
  const isAdding = all.draft?.id === null && all.draft.parentId === parentId
  if (nodes.length === 0 && !isAdding) return null
  return (
    <ul className="option-list">
      {nodes.map(({ option, level, children }) => (
        <li key={option.id}>
          {all.draft?.id === option.id ? (
            <>
              <Editor all={all} />
              <OptionFile option={option} />
            </>
          ) : (
            <OptionRow option={option} level={level} all={all} onDelete={onDelete} />
          )}
          <Branch nodes={children} parentId={option.id} all={all} onDelete={onDelete} />
        </li>
      ))}
      {isAdding ? (
        <li>
          <Editor all={all} />
        </li>
      ) : null}
    </ul>
  )
}

const DeleteOption = ({
  option,
  all,
  onClose,
}: {
  option: QueueOptionView
  all: Options
  onClose: () => void
}) => {
  const { t } = useTranslation('queues')
  return (
    <DeleteDialog
      title={t('options.deleteTitle', { title: option.title })}
      text={t('options.deleteText')}
      doneText={t('options.deleted')}
      remove={() => all.remove(option.id)}
      onClose={onClose}
    />
  )
}

/* When the editor closes, its option has the focus again; for a new one its parent or the button above. */
const useFocusAfterDraft = (section: RefObject<HTMLElement | null>, draft: OptionDraft | null) => {
  const last = useRef<OptionDraft>(null)
  useEffect(() => {
    const closed = draft ? null : last.current
    last.current = draft
    if (!closed) return
    const id = closed.id ?? closed.parentId
    const target = id === null ? '.options__head button' : `[data-option="${id}"]`
    section.current?.querySelector<HTMLElement>(target)?.focus()
  }, [section, draft])
}

/* Its last lines are below the edge of the dialog. */
const show = (element: Element | null | undefined) => element?.scrollIntoView({ block: 'nearest' })

/* An option that was just added is seen. */
const useShowAdded = (section: RefObject<HTMLElement | null>, options: readonly QueueOptionView[]) => {
  const known = useRef<ReadonlySet<number>>(null)
  useEffect(() => {
    const before = known.current
    known.current = new Set(options.map(({ id }) => id))
    const added = before && options.findLast(({ id }) => !before.has(id))
    if (added) show(section.current?.querySelector(`[data-option="${added.id}"]`)?.closest('.option'))
  }, [section, options])
}

/** The menu of a stored queue; `isContinued`: it was just stored to write its menu. */
export const OptionsSection = ({ queueId, isContinued }: { queueId: number; isContinued: boolean }) => {
  const { t } = useTranslation('queues')
  const all = useOptions(queueId)
  const section = useRef<HTMLElement>(null)
  useFocusAfterDraft(section, all.draft)
  useShowAdded(section, all.options)
  useEffect(() => {
    if (!isContinued) return
    section.current?.querySelector('button')?.focus()
    show(section.current)
  }, [isContinued])
  const [deleting, setDeleting] = useState<QueueOptionView | null>(null)
  return (
    <section ref={section} className="options" aria-label={t('options.heading')}>
      <div className="options__head">
        <h3>{t('options.heading')}</h3>
        <Button
          size="small"
          startIcon={<PlusIcon />}
          onClick={() => all.setDraft(openDraft({ id: null, parentId: null, title: '', message: '' }))}
        >
          {t('options.add')}
        </Button>
      </div>
      <p className="options__hint">{t(all.options.length === 0 ? 'options.empty' : 'options.hint')}</p>
      {all.isLoading ? <Skeleton variant="rounded" height={44} /> : null}
      {all.error ? <ErrorState text={translateError(all.error)} onRetry={() => void all.refetch()} /> : null}
      <Branch nodes={buildTree(all.options)} parentId={null} all={all} onDelete={setDeleting} />
      {deleting ? <DeleteOption option={deleting} all={all} onClose={() => setDeleting(null)} /> : null}
    </section>
  )
}
