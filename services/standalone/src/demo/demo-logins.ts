import type { Database } from '@balcao/kernel'
import { query } from '@balcao/platform'

/** Whether an account with the demo's published password can log in. @param db auth's database. */
export async function hasDemoLogins(db: Database): Promise<boolean> {
  // Platform scope: asks for users of any company.
  const rows = await db.asPlatform((tx) => query(tx, 'SELECT FROM users WHERE demo AND active LIMIT 1'))
  return rows.length > 0
}
