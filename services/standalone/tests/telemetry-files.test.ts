import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { metricCatalogue } from '@balcao/platform'

// Metrics are declared when modules load.
import '@balcao/auth/service'
import '@balcao/billing/service'
import '@balcao/campaigns/service'
import '@balcao/messaging-gateway/service'
import '@balcao/realtime/service'
import '@balcao/tickets/service'

import '../src/continuous-backup/continuous-backup'
import '../src/machine-metrics'

const ROOT = path.join(__dirname, '../../..')
const FILES = path.join(ROOT, 'helm/balcao/files')
const RUNBOOKS = path.join(ROOT, 'deploy/runbooks')
const readText = (...parts: string[]): string => readFileSync(path.join(...parts), 'utf8')

/* Names as Prometheus shows them. */
const shown = new Set(
  metricCatalogue().flatMap(({ name, kind }) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  ),
)
const metricsIn = (text: string): string[] => [...new Set(text.match(/\bbalcao_\w+/g))]
const unknown = (text: string): string[] => metricsIn(text).filter((name) => !shown.has(name))

interface Dashboard {
  uid: string
  title: string
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}

const dashboards = readdirSync(path.join(FILES, 'dashboards')).map(
  (name) => [name, JSON.parse(readText(FILES, 'dashboards', name)) as Dashboard] as const,
)
const alerts = readText(FILES, 'alerts.yaml')

/* Anchors as GitHub and GitLab derive them from headings. */
const listAnchors = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/* Which `npm run check:chart` compares with alerts, dashboards and autoscalers as they are rendered. */
it('the list that is read from the code is what the code registers', () => {
  const script = `import { listExportedMetrics } from './scripts/support/exported-metrics.mjs'
    console.log(JSON.stringify(listExportedMetrics()))`
  const listed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT })
  const registered = metricCatalogue()
    // Of other test files of this process.
    .filter(({ name }) => !name.startsWith('balcao_test_'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(JSON.parse(listed.toString())).toEqual(registered)
})

describe('alerts', () => {
  it('ask for metrics that exist', () => {
    expect(metricsIn(alerts).length).toBeGreaterThan(10)
    expect(unknown(alerts)).toEqual([])
  })

  it('each lead to a place in a runbook', () => {
    const links = [...alerts.matchAll(/runbook_url: RUNBOOKS\/([\w-]+\.md)(?:#(\S+))?/g)]
    expect(links).toHaveLength([...alerts.matchAll(/- alert: /g)].length)
    const lost = links.filter(
      ([, file = '', anchor]) =>
        anchor !== undefined && !listAnchors(readText(RUNBOOKS, file)).includes(anchor),
    )
    expect(lost.map(([link]) => link)).toEqual([])
  })

  it.each(readdirSync(RUNBOOKS))('the runbook %s names alerts and metrics that exist', (file) => {
    const text = readText(RUNBOOKS, file)
    const named = [...new Set(text.match(/\bBalcao[A-Z]\w+/g))]
    expect(named.filter((name) => !alerts.includes(`- alert: ${name}\n`))).toEqual([])
    const bare = metricsIn(text).filter((name) => !shown.has(name) && !shown.has(`${name}_count`))
    expect(bare).toEqual([])
  })
})

describe('dashboards', () => {
  it('are there', () => {
    const uids = dashboards.map(([, { uid }]) => uid)
    expect(uids).toEqual(
      expect.arrayContaining(['overview', 'messages', 'sessions', 'events'].map((name) => `balcao-${name}`)),
    )
    expect(new Set(uids).size).toBe(uids.length)
  })

  it.each(dashboards)('%s asks for metrics that exist, in panels of its own', (_name, { panels }) => {
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(queries.flatMap(unknown)).toEqual([])
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })
})
