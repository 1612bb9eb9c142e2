import { useState } from 'react'

import { isNumber, readStoredJson, storageKeys, writeStored } from '../../lib/storage'

export const MIN_LIST_PX = 300
export const MAX_LIST_PX = 480

export const clampWidth = (width: number): number =>
  Math.min(MAX_LIST_PX, Math.max(MIN_LIST_PX, Math.round(width)))

/** The width that the user chose for the list; null for the default. */
export const useListWidth = () => {
  const [width, setWidth] = useState<number | null>(() => {
    const stored = readStoredJson(storageKeys.listWidth, isNumber, 0)
    return stored > 0 ? clampWidth(stored) : null
  })
  const change = (next: number) => {
    setWidth(clampWidth(next))
    writeStored(storageKeys.listWidth, JSON.stringify(clampWidth(next)))
  }
  return [width, change] as const
}
