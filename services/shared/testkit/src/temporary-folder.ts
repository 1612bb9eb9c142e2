import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new data folder. Passable for other accounts, as a real one is: below a private folder (as mkdtemp makes)
 * root's Postgres would move to /var/lib/balcao, where no test cleans up. Remove it yourself.
 */
export async function temporaryFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `balcao-${purpose}-`))
  await chmod(folder, 0o711)
  return folder
}
