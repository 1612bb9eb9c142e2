import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new folder for a desk's data. Passable for others, as a real data folder is: below a private one (what mkdtemp makes)
 * root's Postgres would move to /var/lib/balcao, where nobody cleans up after a test. Remove it yourself.
 */
export async function temporaryFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `balcao-${purpose}-`))
  await chmod(folder, 0o711)
  return folder
}
