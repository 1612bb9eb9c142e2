import { readFileSync } from 'node:fs'

import type { Page } from 'playwright-core'

const axeSource = () => readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResults {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[]
}

/**
 * Every rule of levels A and AA, best practices and experiments included. Left out: `focus-order-semantics`, which
 * takes a focusable separator and the ends of MUI's focus trap for widgets without a role.
 */
const ALL_RULES = `axe.getRules()
  .filter(({ ruleId, tags }) => ruleId !== 'focus-order-semantics' && !tags.includes('wcag2aaa') && !tags.includes('deprecated'))
  .map(({ ruleId }) => ruleId)`

/* As axe has them, and the list of a combobox, which is drawn at the end of the page. */
const REGIONS = 'dialog, [role=dialog], [role=alertdialog], svg, [role=listbox]'

/** Rule, element and reason of each violation. */
async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axeSource())
  const values = rules ? JSON.stringify(rules) : ALL_RULES
  const results = (await page.evaluate(
    `axe.run({
      runOnly: { type: 'rule', values: ${values} },
      checks: { region: { options: { regionMatcher: '${REGIONS}' } } },
      resultTypes: ['violations'],
      elementRef: false,
    })`,
  )) as AxeResults
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`,
    ),
  )
}

/** Two frames draw the new colours; then waits for transitions to end. */
const settle = (page: Page) =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    .then(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    .then(() => undefined)`)

export async function setTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(theme)}`)
  await settle(page)
}

/**
 * What axe finds on the page as it is now, without animations: every rule in light colours; dark differs in colours only.
 */
export async function findFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const before = await page.evaluate<string>('document.documentElement.dataset.theme')
  await setTheme(page, 'light')
  const light = await runAxe(page)
  await setTheme(page, 'dark')
  const dark = await runAxe(page, ['color-contrast'])
  await setTheme(page, before)
  return [...light, ...dark.map((fault) => `dark: ${fault}`)]
}
