import type { SettingKey } from '@balcao/contracts'

import { joinedRow, madeRow, skippedRow } from '@balcao/tickets/service'

import type { ImportContext } from './import-context'
import type { SourceHours } from './source-hours'

const faults = {
  unknown: 'there is none like it here',
  secret: 'it is a secret',
  operator: 'only the operator sets it here',
  value: 'its value is none here',
}

/** Theirs by another name. */
const equals: Readonly<Record<string, string>> = {
  /* Minutes within which a customer's message reopens the ticket. */
  autoReopenTimeout: 'timeCreateNewTicket',
}

const HOURS = 'business hours'

const toRow = (key: string, outcome: 'made' | 'same' | 'chosen', change = '') => {
  if (outcome === 'chosen') return skippedRow('setting', key, 'the company chose a value here')
  return outcome === 'same' ? joinedRow('setting', key, 0) : { ...madeRow('setting', key, 0), reason: change }
}

async function bringHours({ log, users, companyId }: ImportContext, hours: SourceHours): Promise<void> {
  const isDry = log.scope === undefined
  if (log.find('setting', HOURS) === undefined)
    await log.add(toRow(HOURS, await users.putHours(companyId, hours, { isDry }), hours.change))
}

/** Settings and business hours that the desk has too and that take the value; what the company chose here stays. */
export async function bringSettings(context: ImportContext): Promise<void> {
  const { log, source, users, companyId } = context
  const isDry = log.scope === undefined
  for (const { key, value } of await source.settings()) {
    if (log.find('setting', key) !== undefined) continue
    const ours = equals[key] ?? key
    const fault = users.findSettingFault(ours, value)
    if (fault !== '') await log.add(skippedRow('setting', key, faults[fault]))
    else await log.add(toRow(key, await users.putSetting(companyId, ours as SettingKey, value, { isDry })))
  }
  const hours = await source.hours()
  if (hours) await bringHours(context, hours)
}
