import { readFileSync, realpathSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'

/** The unprivileged account that runs Postgres when we are root: it refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

const NOBODY = 65_534

/** initdb looks its own account up, so the account must be in the passwd file. */
function listAccounts(): (Account & { name: string })[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/**
 * Undefined for an ordinary user. For root: the owner of the first existing one of `folders` that is not root's,
 * so that data made by an ordinary user stay that user's, else `nobody`.
 */
export function chooseAccount(folders: readonly string[]): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = folders
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .find((stats) => stats && stats.uid !== 0)
  const accounts = listAccounts()
  const known = owner && accounts.find((account) => account.uid === owner.uid)
  if (owner && known) return { uid: owner.uid, gid: owner.gid }
  const nobody =
    accounts.find((account) => account.uid === NOBODY) ??
    accounts.find((account) => ['nobody', 'postgres', 'daemon'].includes(account.name) && account.uid !== 0)
  if (!nobody)
    throw new Error(
      'Postgres cannot run as root and this machine has no user "nobody": start as an ordinary user.',
    )
  return { uid: nobody.uid, gid: nobody.gid }
}

function has(stats: Stats, account: Account, bits: number): boolean {
  const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0
  return ((stats.mode >> shift) & bits) === bits
}

/** Whether the account can enter every folder above `path`. */
export function isReachableBy(path: string, account: Account): boolean {
  const parent = dirname(path)
  if (parent === path) return true
  return has(statSync(parent), account, 1) && isReachableBy(parent, account)
}

export function isReadableBy(path: string, account: Account): boolean {
  const real = realpathSync(path)
  const stats = statSync(real)
  return (
    isReachableBy(real, account) && has(stats, account, stats.isDirectory() || stats.mode & 0o100 ? 5 : 4)
  )
}
