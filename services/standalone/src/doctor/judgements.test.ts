import { DAY, HOUR, MINUTE, SECOND } from '@balcao/kernel'

import { judgeBackups } from './backup-check'
import type { Finding } from './check'
import { judgeClock } from './clock-check'
import { judgeDatabase, judgeDemoAccounts, judgeMigrations, judgePhoneVersion } from './database-checks'
import { judgeDesk } from './desk-check'
import { judgeDomain, judgeHttps } from './domain-checks'
import { judgeDisk, judgeInodes, judgeMemory } from './machine-checks'
import { judgeMail } from './mail-check'
import { judgeCertificate, judgePayments } from './payment-checks'
import { judgeSecrets } from './secrets-check'
import { judgeSettings } from './settings-check'

const GB = 1e9
const now = new Date('2026-11-27T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const disk = { sizeBytes: 100 * GB, freeBytes: 50 * GB, inodes: 1_000, freeInodes: 500 }
const exposure = { domain: 'desk.test', isHttps: true, trustedProxies: ['127.0.0.1'] }
const phone = { numbers: 3, refused: 0, checkedAt: ago(HOUR), failedAt: null, pinned: undefined }
const postgres = { version: 180_001, connections: 40, mostConnections: 100, oldest: undefined }
const old = (seconds: number) => ({ pid: 4, program: 'psql', seconds })
const answer = {
  kind: 'answer' as const,
  distrust: undefined,
  endsAt: new Date(now.getTime() + 60 * DAY),
  fingerprint: 'AA',
  status: 200,
  isDesk: true,
}
const backups = { newestAt: ago(3 * HOUR), kept: 14, failure: undefined }
const domain = { addresses: ['203.0.113.5'], own: ['203.0.113.5'], isSameServer: undefined }

const judged: [string, Finding, Finding['status'], string][] = [
  ['much room', judgeDisk('/data', disk, 256e6), 'ok', '50.0 GB of 100.0 GB'],
  ['a tenth left', judgeDisk('/data', { ...disk, freeBytes: 9 * GB }, 256e6), 'warning', '9.0 GB'],
  ['a volume that is full soon', judgeDisk('/data', { ...disk, freeBytes: GB }, 256e6), 'problem', 'stops'],
  ['no room for uploads', judgeDisk('/data', { ...disk, freeBytes: 2e8 }, 256e6), 'problem', 'refused now'],
  ['free inodes', judgeInodes('/data', disk), 'ok', '500 more'],
  ['few inodes', judgeInodes('/data', { ...disk, freeInodes: 90 }), 'warning', '90 more'],
  ['no inodes', judgeInodes('/data', { ...disk, freeInodes: 5 }), 'problem', '5 more'],
  ['no limit of inodes', judgeInodes('/data', { ...disk, inodes: 0, freeInodes: 0 }), 'ok', 'no limit'],
  ['memory', judgeMemory({ totalBytes: 8 * GB, availableBytes: 4 * GB }), 'ok', '4.0 GB of 8.0 GB'],
  ['little memory', judgeMemory({ totalBytes: 1.5 * GB, availableBytes: GB }), 'warning', 'a few agents'],
  ['a tiny machine', judgeMemory({ totalBytes: 0.5 * GB, availableBytes: 4e8 }), 'problem', 'too little'],
  ['memory that is used up', judgeMemory({ totalBytes: 8 * GB, availableBytes: 5e7 }), 'problem', 'kernel'],
  ['the right clock', judgeClock(900, 'host'), 'ok', 'as that of host'],
  ['a clock that is late', judgeClock(-20 * SECOND, 'host'), 'warning', '20 s behind'],
  ['a clock that is wrong', judgeClock(5 * MINUTE, 'host'), 'problem', '300 s ahead'],
  ['a domain that points here', judgeDomain('desk.test', domain), 'ok', 'points here'],
  ['no such domain', judgeDomain('desk.test', { ...domain, addresses: [] }), 'problem', 'no address'],
  ['another address', judgeDomain('desk.test', { ...domain, own: ['10.0.0.2'] }), 'warning', '10.0.0.2'],
  [
    'a translated address',
    judgeDomain('desk.test', { ...domain, own: ['10.0.0.2'], isSameServer: true }),
    'ok',
    'leads here',
  ],
  [
    'an IPv6 address of another server',
    judgeDomain('desk.test', { ...domain, addresses: ['203.0.113.5', '2001:db8::9'] }),
    'warning',
    '2001:db8::9',
  ],
  ['https', judgeHttps('desk.test', answer, now), 'ok', '60 days'],
  ['no https', judgeHttps('desk.test', { kind: 'silent', code: 'ECONNREFUSED' }, now), 'problem', 'REFUSED'],
  [
    'a certificate that browsers refuse',
    judgeHttps('desk.test', { ...answer, distrust: 'SELF_SIGNED' }, now),
    'problem',
    'SELF_SIGNED',
  ],
  ['another site', judgeHttps('desk.test', { ...answer, isDesk: false, status: 404 }, now), 'problem', '404'],
  [
    'a certificate near its end',
    judgeHttps('desk.test', { ...answer, endsAt: new Date(now.getTime() + 5 * DAY) }, now),
    'warning',
    '5 days',
  ],
  ['a desk', judgeDesk('127.0.0.1:8080', { kind: 'desk', missing: [] }), 'ok', 'ready'],
  ['a desk that starts', judgeDesk('a:1', { kind: 'desk', missing: ['database'] }), 'warning', 'database'],
  ['a stopped desk', judgeDesk('a:1', { kind: 'nobody' }), 'problem', 'does not run'],
  ['another program on the port', judgeDesk('a:1', { kind: 'stranger' }), 'problem', 'another program'],
  ['a desk that hangs', judgeDesk('a:1', { kind: 'silent' }), 'problem', 'does not answer'],
  ['no mail server', judgeMail(undefined, ''), 'warning', 'no code'],
  ['a mail server', judgeMail({ kind: 'accepted' }, 'mail:465'), 'ok', 'mail:465 accepts'],
  [
    'a wrong mail password',
    judgeMail({ kind: 'refused', code: 'EAUTH', answer: 535 }, 'mail:465'),
    'problem',
    '535',
  ],
  [
    'a closed mail port',
    judgeMail({ kind: 'refused', code: 'ESOCKET', answer: undefined }, 'mail:465'),
    'problem',
    'reached',
  ],
  [
    'an unknown mail server',
    judgeMail({ kind: 'refused', code: 'EDNS', answer: undefined }, 'mail:465'),
    'problem',
    'no address',
  ],
  ['payment keys', judgePayments('efi', undefined), 'ok', 'Efí accepts'],
  [
    'refused payment keys',
    judgePayments('asaas', 'payments: the payment provider answered 401'),
    'problem',
    'refuses',
  ],
  [
    'a provider that is away',
    judgePayments('efi', 'the payment provider answered 503'),
    'problem',
    'cannot be asked',
  ],
  ['a certificate of Efí', judgeCertificate(new Date(now.getTime() + 90 * DAY), now), 'ok', '90 days'],
  ['one near its end', judgeCertificate(new Date(now.getTime() + 3 * DAY), now), 'warning', '3 days'],
  ['one that has ended', judgeCertificate(ago(3 * DAY), now), 'problem', '3 days ago'],
  ['one that is none', judgeCertificate(undefined, now), 'problem', 'cannot be read'],
  ['Postgres', judgeDatabase(postgres), 'ok', '40 of 100'],
  ['an old Postgres', judgeDatabase({ ...postgres, version: 140_009 }), 'problem', 'Postgres 14'],
  [
    'an old transaction',
    judgeDatabase({ ...postgres, oldest: old(90) }),
    'warning',
    '90 s old (process 4, “psql”)',
  ],
  ['a forgotten transaction', judgeDatabase({ ...postgres, oldest: old(20_000) }), 'problem', '20000 s old'],
  ['a young transaction', judgeDatabase({ ...postgres, oldest: old(2) }), 'ok', 'Postgres 18'],
  ['few connections left', judgeDatabase({ ...postgres, connections: 95 }), 'warning', '95 of 100'],
  ['data of this release', judgeMigrations({ auth: ['a'] }, { auth: ['a'] }), 'ok', 'of this release'],
  [
    'data of an earlier release',
    judgeMigrations({ auth: ['a', 'b'] }, { auth: ['a'] }),
    'warning',
    'auth: b',
  ],
  ['data of a later release', judgeMigrations({ auth: ['a'] }, { auth: ['a', 'c'] }), 'warning', 'auth: c'],
  ['data of another line', judgeMigrations({ auth: ['b'] }, { auth: ['c'] }), 'problem', 'another line'],
  ['an empty database', judgeMigrations({ auth: ['b'] }, {}), 'warning', 'empty'],
  ['no numbers', judgePhoneVersion({ ...phone, numbers: 0, refused: 0 }, now), 'ok', 'no number'],
  ['numbers', judgePhoneVersion(phone, now), 'ok', '3 numbers'],
  ['a refused version', judgePhoneVersion({ ...phone, refused: 2 }, now), 'problem', '2 of 3'],
  ['a fixed version', judgePhoneVersion({ ...phone, pinned: '2.3000.1' }, now), 'warning', '2.3000.1'],
  [
    'a failure to read the version',
    judgePhoneVersion({ ...phone, failedAt: now, checkedAt: ago(5 * DAY) }, now),
    'warning',
    '2026-11-22',
  ],
  ['a failure of today', judgePhoneVersion({ ...phone, failedAt: now }, now), 'ok', '3 numbers'],
  ['demo accounts', judgeDemoAccounts(3, false), 'problem', '3 accounts'],
  ['those of a demo', judgeDemoAccounts(3, true), 'ok', '3 demo'],
  ['no demo accounts', judgeDemoAccounts(0, false), 'ok', 'no account'],
  ['a backup of the night', judgeBackups(backups, '/b', now), 'ok', '14 backups in /b is 3 hours'],
  [
    'a night without',
    judgeBackups({ ...backups, newestAt: ago(30 * HOUR) }, '/b', now),
    'warning',
    '30 hours',
  ],
  ['days without', judgeBackups({ ...backups, newestAt: ago(72 * HOUR) }, '/b', now), 'problem', '72 hours'],
  [
    'a failed backup',
    judgeBackups({ ...backups, failure: { at: now, message: 'disk full' } }, '/b', now),
    'problem',
    'disk full',
  ],
  [
    'none yet',
    judgeBackups({ newestAt: undefined, kept: 0, failure: undefined }, '/b', now),
    'warning',
    'yet',
  ],
  ['no folder for backups', judgeBackups(undefined, '', now), 'warning', 'no backups'],
  [
    'own secrets',
    judgeSecrets({ variables: { AUTH_SEAL_KEY: 'a'.repeat(32) }, folder: undefined }),
    'ok',
    'none',
  ],
  [
    'a published secret',
    judgeSecrets({ variables: { AUTH_SEAL_KEY: 'for-development-only-0123' }, folder: undefined }),
    'problem',
    'AUTH_SEAL_KEY',
  ],
  [
    'a published vault key',
    judgeSecrets({
      variables: { WHATSAPP_VAULT_KEYS: 'dev:Zm9yLWRldmVsb3BtZW50LW9ubHktMDEyMzQ1Njc4OWE=' },
      folder: undefined,
    }),
    'problem',
    'WHATSAPP_VAULT_KEYS',
  ],
  [
    'one value for two secrets',
    judgeSecrets({
      variables: { AUTH_SEAL_KEY: 'a'.repeat(32), TICKETS_SEAL_KEY: 'a'.repeat(32) },
      folder: undefined,
    }),
    'problem',
    'AUTH_SEAL_KEY and TICKETS_SEAL_KEY',
  ],
  [
    'secrets for all',
    judgeSecrets({ variables: {}, folder: { path: '/s', mode: 0o40755 } }),
    'problem',
    '/s',
  ],
  [
    'secrets of the owner',
    judgeSecrets({ variables: {}, folder: { path: '/s', mode: 0o40700 } }),
    'ok',
    'none',
  ],
  ['settings', judgeSettings([], exposure), 'ok', 'complete'],
  ['faulty settings', judgeSettings(['PORT must be a number'], exposure), 'problem', 'PORT must be'],
  ['a domain without https', judgeSettings([], { ...exposure, isHttps: false }), 'problem', 'desk.test'],
  [
    'a proxy that nobody trusts',
    judgeSettings([], { ...exposure, trustedProxies: [] }),
    'warning',
    'one address',
  ],
  [
    'half of the internet trusted',
    judgeSettings([], { ...exposure, trustedProxies: ['10.0.0.0/8'] }),
    'warning',
    '10.0.0.0/8',
  ],
]

describe('the doctor', () => {
  it.each(judged)('judges %s', (_name, finding, status, words) => {
    expect(finding).toMatchObject({ status, message: expect.stringContaining(words) as unknown })
    if (finding.status !== 'ok') expect(finding.remedy.length).toBeGreaterThan(10)
  })
})
