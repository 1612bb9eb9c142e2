import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { pageExceptions, pagePolicy, type PagePolicy } from '@balcao/platform'

const ROOT = path.join(__dirname, '../../..')

const toText = (policy: PagePolicy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')

const expected = (scripts: readonly string[]): string =>
  toText({ ...pagePolicy, 'script-src': [...(pagePolicy['script-src'] ?? []), ...scripts] })

/* The front proxy's configuration. */
function buildFront(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'balcao-front-'))
  writeFileSync(
    path.join(folder, 'index.html'),
    '<script>boot()</script><script src="/assets/a.js"></script>',
  )
  const target = path.join(folder, 'front.conf')
  execFileSync(process.execPath, ['deploy/docker/front.mjs', folder, target], { cwd: ROOT })
  return readFileSync(target, 'utf8')
}

describe('the policy of pages', () => {
  it('lets them call their own origin only', () => {
    expect(pagePolicy['connect-src']).toEqual(["'self'"])
  })

  it('is in the chart’s file as the services have it', () => {
    const file = path.join(ROOT, 'helm/balcao/files/routes.json')
    const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    expect(written).toMatchObject({ pagePolicy, pageExceptions })
  })

  it('is that of the front proxy, with the hashes of the page’s inline scripts', () => {
    const policies = [...buildFront().matchAll(/Content-Security-Policy "([^"]*)"/g)]
    const hash = "'sha256-MeZS89WlF0u+o0hCvHTBt4q1WHU+U+sJKgbdRUc36mY='"
    const exceptions = Object.values(pageExceptions).map(({ policy }) => `${toText(policy)}$only_https`)
    const written = policies.map(([, policy]) => policy)
    expect(written.length).toBeGreaterThan(exceptions.length)
    expect(written.filter((policy) => policy !== `${expected([hash])}$only_https`)).toEqual(exceptions)
  })

  it('lets the page of the sign-up alone load scripts of Meta, and nothing frame it', () => {
    const { policy, openerPolicy } = pageExceptions['/whatsapp-signup'] ?? {}
    expect(JSON.stringify(pagePolicy)).not.toContain('facebook')
    expect(policy?.['script-src']).toEqual(["'self'", 'https://connect.facebook.net'])
    expect([policy?.['default-src'], policy?.['frame-ancestors']]).toEqual([["'none'"], ["'none'"]])
    expect(openerPolicy).toBe('same-origin-allow-popups')
  })
})

it('the front proxy has each location once: nginx does not start otherwise', () => {
  const [desk = ''] = buildFront().split('listen 9100')
  const locations = [...desk.matchAll(/location (?:(=|~) |\^~ )?(\S+)/g)].map(
    ([, kind, to]) => `${kind} ${to}`,
  )
  expect(locations.length).toBeGreaterThan(50)
  expect(locations.filter((one, index) => locations.indexOf(one) !== index)).toEqual([])
})
