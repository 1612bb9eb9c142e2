import { readStoredJson, storageKeys, writeStored } from '../../lib/storage'

/** As older products of this kind stored it: times are what `Date` parses. */
export interface Task {
  text: string
  createdAt: string
  updatedAt: string
}

const hasText = (value: unknown): value is Task =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'

const isTasks = (value: unknown): value is Task[] => Array.isArray(value) && value.every(hasText)

export const readTasks = (): Task[] => readStoredJson(storageKeys.tasks, isTasks, [])

export const writeTasks = (tasks: readonly Task[]): void =>
  writeStored(storageKeys.tasks, JSON.stringify(tasks))

/** With a new task at the end; the same list for a blank one. */
export const addTask = (tasks: readonly Task[], text: string, now: Date): readonly Task[] => {
  const trimmed = text.trim()
  if (trimmed === '') return tasks
  return [...tasks, { text: trimmed, createdAt: now.toISOString(), updatedAt: now.toISOString() }]
}

/** With another text at this place; the same list for a blank one. */
export const editTask = (tasks: readonly Task[], index: number, text: string, now: Date): readonly Task[] => {
  const trimmed = text.trim()
  if (trimmed === '') return tasks
  return tasks.map((task, at) =>
    at === index ? { ...task, text: trimmed, updatedAt: now.toISOString() } : task,
  )
}

export const removeTask = (tasks: readonly Task[], index: number): readonly Task[] =>
  tasks.filter((_task, at) => at !== index)
