import type { QueueOptionView } from '@balcao/contracts'
import { useField } from 'formik'

import {
  useCreateQueueOptionMutation,
  useDeleteQueueOptionMutation,
  useListQueueOptionsQuery,
  useUpdateQueueOptionMutation,
} from '../../data/queue-options.api'
import '../../data/queue-options.live'
import { showError } from '../../lib/error-toast'
import { planMove, type Move, type OptionDraft } from './option-tree'

const EMPTY: QueueOptionView[] = []

/** Stores a written option; rejects with the server's error. */
export const useSaveDraft = (queueId: number) => {
  const [create, creating] = useCreateQueueOptionMutation()
  const [update, updating] = useUpdateQueueOptionMutation()
  const save = ({ id, parentId, title, message }: OptionDraft) =>
    id === null
      ? create({ queueId, parentId, title, message }).unwrap()
      : update({ id, body: { title, message } }).unwrap()
  return { save, busy: creating.isLoading || updating.isLoading }
}

/** The option tree of a stored queue, and what may be done with it. Every change is stored at once. */
export const useOptions = (queueId: number) => {
  const { data: options = EMPTY, isLoading, error, refetch } = useListQueueOptionsQuery(queueId)
  const [{ value: draft }, , helpers] = useField<OptionDraft | null>('draft')
  const drafts = useSaveDraft(queueId)
  const [update] = useUpdateQueueOptionMutation()
  const [remove] = useDeleteQueueOptionMutation()
  const setDraft = (next: OptionDraft | null) => void helpers.setValue(next)
  const saveDraft = async () => {
    if (!draft || draft.title.trim() === '') return
    try {
      await drafts.save(draft)
      setDraft(null)
    } catch (refused) {
      showError(refused)
    }
  }
  const move = async (option: QueueOptionView, to: Move) => {
    const body = planMove(options, option, to)
    if (!body) return
    const answer = await update({ id: option.id, body })
    if (answer.error) showError(answer.error)
  }
  return {
    options,
    isLoading,
    error,
    refetch,
    draft,
    setDraft,
    saveDraft,
    move,
    remove,
    isSaving: drafts.busy,
  }
}

export type Options = ReturnType<typeof useOptions>
