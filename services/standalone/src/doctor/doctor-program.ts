import path from 'node:path'
import { parseArgs } from 'node:util'

import { SECOND, systemClock, type MigrationSet } from '@balcao/kernel'
import type { ConfigSource, PostgresServer } from '@balcao/platform'

import { archiveCheck } from './archive-check'
import { backupCheck } from './backup-check'
import { ok, warning, type Check } from './check'
import { clockCheck } from './clock-check'
import { databaseChecks, DeskDatabase } from './database-checks'
import { deskCheck } from './desk-check'
import { readDoctorSettings, type DoctorSettings } from './doctor-settings'
import { domainChecks } from './domain-checks'
import { hideSecrets, listSecrets } from './hide-secrets'
import { machineChecks } from './machine-checks'
import { mailCheck } from './mail-check'
import { paymentChecks } from './payment-checks'
import { formatFindings, isWell } from './report'
import { runChecks } from './run-checks'
import { secretsCheck } from './secrets-check'
import { settingsCheck } from './settings-check'

/** A check has this long; what it waits for, a little less. */
const CHECK_WITHIN_MS = 8 * SECOND
const ANSWER_WITHIN_MS = 6 * SECOND

const MEGABYTE = 1024 * 1024

interface ProgramOptions {
  args: string[]
  variables: ConfigSource['variables']
  /** The desk's database as its owner; undefined where the built-in one does not run. */
  server: PostgresServer | undefined
  /** What this release migrates. */
  sets: readonly MigrationSet[]
  say(text: string): void
}

const now = () => systemClock.now()

/* Who tries a demo on a laptop needs neither mail nor backups. */
const unlessDemo = ({ isDemo }: DoctorSettings, check: Check): Check =>
  isDemo ? { name: check.name, run: async () => ok('not for a demo') } : check

const stoppedDatabase: Check = {
  name: 'database',
  run: async () =>
    warning('not looked at: the built-in Postgres runs with the desk', 'Start the desk and run this again.'),
}

function listChecks(
  variables: ConfigSource['variables'],
  settings: DoctorSettings,
  database: DeskDatabase | undefined,
  sets: readonly MigrationSet[],
): Check[] {
  const { values, dataDir, isDemo, configs, faults } = settings
  const reserveBytes = (Number(values.UPLOAD_RESERVE_MB) || 256) * MEGABYTE
  return [
    settingsCheck(faults, {
      domain: values.DOMAIN,
      isHttps: values.HTTPS === 'true' || values.HTTPS === '1',
      trustedProxies: values.TRUSTED_PROXIES,
    }),
    secretsCheck(variables, path.join(dataDir, 'secrets')),
    ...machineChecks(dataDir, reserveBytes),
    clockCheck(values.WHATSAPP_WEB_CLIENT_URL, () => now().getTime(), ANSWER_WITHIN_MS),
    deskCheck({ host: values.HOST, port: values.PORT }, ANSWER_WITHIN_MS),
    ...(database
      ? databaseChecks(database, { sets, pinnedVersion: values.WHATSAPP_WEB_VERSION, isDemo, now })
      : [stoppedDatabase]),
    ...(values.DOMAIN === undefined ? [] : domainChecks(values.DOMAIN, now, ANSWER_WITHIN_MS)),
    ...(configs
      ? [
          unlessDemo(settings, mailCheck(configs.standalone.mail, ANSWER_WITHIN_MS)),
          ...paymentChecks(configs.services.billing, now),
        ]
      : []),
    unlessDemo(settings, backupCheck(values.BACKUP_DIR, now)),
    ...(values.BACKUP_CONTINUOUS && values.BACKUP_DIR !== undefined
      ? [archiveCheck(values.BACKUP_DIR, now)]
      : []),
  ]
}

/**
 * Looks at everything and says what it found, as text or (`--json`) as a list. Changes nothing and prints no secret.
 * @returns whether there is no problem.
 */
export async function runDoctorProgram({
  args,
  variables,
  server,
  sets,
  say,
}: ProgramOptions): Promise<boolean> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const settings = readDoctorSettings(variables)
  const database = server && new DeskDatabase(server, ANSWER_WITHIN_MS)
  try {
    const findings = await runChecks(listChecks(variables, settings, database, sets), CHECK_WITHIN_MS)
    const text = values.json ? `${JSON.stringify(findings, null, 2)}\n` : formatFindings(findings)
    say(hideSecrets(text, listSecrets(variables)))
    return isWell(findings)
  } finally {
    await database?.close()
  }
}
