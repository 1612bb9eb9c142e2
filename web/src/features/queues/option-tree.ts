import { MAX_OPTION_LEVELS, type QueueOptionView } from '@balcao/contracts'

import type { OptionPatch } from '../../data/queue-options.api'

export interface OptionNode {
  option: QueueOptionView
  /** 1 on the first level. */
  level: number
  children: OptionNode[]
}

/** An option that is being written; without an id a new one. */
export interface OptionDraft {
  id: number | null
  parentId: number | null
  title: string
  message: string
  /** What the editor opened with. */
  opened: { title: string; message: string }
}

type OptionTexts = Pick<OptionDraft, 'id' | 'parentId' | 'title' | 'message'>

/** The editor of an option, unchanged yet. */
export const openDraft = ({ id, parentId, title, message }: OptionTexts): OptionDraft => ({
  id,
  parentId,
  title,
  message,
  opened: { title, message },
})

export const isDraftChanged = ({ title, message, opened }: OptionDraft): boolean =>
  title !== opened.title || message !== opened.message

const listSiblings = (options: readonly QueueOptionView[], parentId: number | null): QueueOptionView[] =>
  options
    .filter((option) => option.parentId === parentId)
    .sort((one, other) => Number(one.option) - Number(other.option))

/** The options as a tree, siblings by their numbers. */
export const buildTree = (
  options: readonly QueueOptionView[],
  parentId: number | null = null,
  level = 1,
): OptionNode[] =>
  listSiblings(options, parentId).map((option) => ({
    option,
    level,
    children: buildTree(options, option.id, level + 1),
  }))

export const moves = ['up', 'down', 'in', 'out'] as const
export type Move = (typeof moves)[number]

/**
 * The change that moves an option up, down, into the option before it or out to its parent's level; undefined where
 * there is no such place.
 */
export function planMove(
  options: readonly QueueOptionView[],
  option: QueueOptionView,
  move: Move,
): OptionPatch | undefined {
  const number = Number(option.option)
  const siblings = listSiblings(options, option.parentId)
  if (move === 'up') return number > 1 ? { option: String(number - 1) } : undefined
  if (move === 'down') return number < siblings.length ? { option: String(number + 1) } : undefined
  if (move === 'in') {
    const before = siblings[number - 2]
    return before && { parentId: before.id }
  }
  const parent = options.find(({ id }) => id === option.parentId)
  return parent && { parentId: parent.parentId, option: String(Number(parent.option) + 1) }
}

/** Whether options may be added below one of this level. */
export const mayGrow = (level: number): boolean => level < MAX_OPTION_LEVELS

/** A new option's id while it is only shown in the preview. */
const DRAFT_ID = 0

/** The options with the draft in its place, for the preview. */
export function applyDraft(
  options: readonly QueueOptionView[],
  queueId: number,
  draft: OptionDraft | null,
): QueueOptionView[] {
  if (!draft || draft.title.trim() === '') return [...options]
  const { id, parentId, title, message } = draft
  if (id !== null) return options.map((option) => (option.id === id ? { ...option, title, message } : option))
  const added: QueueOptionView = {
    id: DRAFT_ID,
    queueId,
    parentId,
    title,
    message,
    option: String(listSiblings(options, parentId).length + 1),
    mediaPath: null,
    mediaName: null,
  }
  return [...options, added]
}
