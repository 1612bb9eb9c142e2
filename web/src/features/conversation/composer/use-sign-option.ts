import { useState } from 'react'

import { readStored, storageKeys, writeStored } from '../../../lib/storage'

/** Whether texts carry the agent's name: on unless switched off, remembered on this machine. */
export const useSignOption = () => {
  const [isOn, setOn] = useState(() => readStored(storageKeys.sign) !== 'false')
  const change = (on: boolean) => {
    setOn(on)
    writeStored(storageKeys.sign, String(on))
  }
  return [isOn, change] as const
}
