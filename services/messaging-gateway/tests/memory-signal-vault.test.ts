import type { Lease } from '@balcao/kernel'

import { MemorySignalVaults } from './memory-signal-vault'
import { signalVaultContract } from './signal-vault.contract'

function leaseAt(name: string, epoch: number): Lease {
  const abort = new AbortController()
  const release = () => Promise.resolve(abort.abort())
  return { name, epoch, signal: abort.signal, isSuspended: false, release }
}

signalVaultContract('in memory', () => {
  const vaults = new MemorySignalVaults()
  return Promise.resolve({
    vaults,
    lease: (_companyId, connectionId) => Promise.resolve(leaseAt(`session:${connectionId}`, 1)),
    takeOver: async (old) => {
      const lease = leaseAt(old.name, old.epoch + 1)
      await old.release()
      return { vaults, lease }
    },
  })
})
