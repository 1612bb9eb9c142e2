import type { Report } from '../report'
import type { Desk } from '../start-desk'

/** Shown at the terminal when the demo company is there. */
export const demoLogins: readonly string[] = []

/**
 * Makes the demo company in an empty desk.
 * @returns whether this desk has the demo company, made now or by an earlier start.
 * TODO(#3): the demo company is written last, when every service has its routes.
 */
export async function seedDemo(_desk: Desk, _kind: 'full' | 'minimal', _report: Report): Promise<boolean> {
  return false
}
