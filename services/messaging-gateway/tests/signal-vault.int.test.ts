import { signalVaultContract } from './signal-vault.contract'
import { expire, newKey, vaultDatabase, vaultProcess } from './vault-rig'

signalVaultContract('in Postgres', async () => {
  const pg = await vaultDatabase()
  const keys = newKey('k1')
  const [first, second] = [vaultProcess(pg, keys), vaultProcess(pg, keys)]
  return {
    vaults: first.vaults,
    lease: (_companyId, connection) => first.lease(connection),
    takeOver: async (old) => {
      await expire(pg, old.name)
      const lease = await second.ports.leases.acquire(old.name)
      if (!lease) throw new Error('no lease')
      return { vaults: second.vaults, lease }
    },
  }
})
