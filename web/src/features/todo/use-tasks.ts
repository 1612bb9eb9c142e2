import { useEffect, useRef, useState } from 'react'

import { storageKeys } from '../../lib/storage'
import { readTasks, writeTasks, type Task } from './tasks'

export interface Tasks {
  tasks: readonly Task[]
  change: (next: (tasks: readonly Task[]) => readonly Task[]) => void
}

/** The list of this browser; what another tab changes is shown at once. */
export const useTasks = (): Tasks => {
  const [tasks, setTasks] = useState<readonly Task[]>(readTasks)
  const latest = useRef(tasks)
  useEffect(() => {
    const handleStorage = ({ key }: StorageEvent) => {
      if (key !== null && key !== storageKeys.tasks) return
      latest.current = readTasks()
      setTasks(latest.current)
    }
    window.addEventListener('storage', handleStorage)
    return () => window.removeEventListener('storage', handleStorage)
  }, [])
  const change: Tasks['change'] = (next) => {
    latest.current = next(latest.current)
    writeTasks(latest.current)
    setTasks(latest.current)
  }
  return { tasks, change }
}
