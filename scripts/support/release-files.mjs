// What a release changes in the repository's files: pure, texts in and out.

/** `6.1.0` → [6, 1, 0]. @throws {Error} for anything else */
export function readVersion(text) {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(text ?? '')
  if (!parts) throw new Error(`a release is three numbers, such as 6.1.0, not ${text}`)
  return parts.slice(1).map(Number)
}

/** Whether a release may follow the last one: nothing older, and no minor release in between, as upgrades skip none. */
export function findVersionFault(next, last) {
  const [a, b] = [readVersion(next), readVersion(last)]
  const isNext =
    (a[0] === b[0] + 1 && a[1] === 0 && a[2] === 0) ||
    (a[0] === b[0] && a[1] === b[1] + 1 && a[2] === 0) ||
    (a[0] === b[0] && a[1] === b[1] && a[2] === b[2] + 1)
  return isNext
    ? undefined
    : `${next} does not follow ${last}: its successors are a patch, a minor or a major release`
}

const UNRELEASED = '## Unreleased\n'

/** The CHANGELOG with what was unreleased under the release's heading. @throws {Error} where nothing was */
export function closeChangelog(text, version, date) {
  const from = text.indexOf(UNRELEASED)
  const after = from < 0 ? '' : text.slice(from + UNRELEASED.length)
  const [entries = ''] = after.split(/^## /m)
  if (!/^- /m.test(entries)) throw new Error('CHANGELOG.md has nothing under "Unreleased"')
  return {
    text: `${text.slice(0, from)}${UNRELEASED}\n## ${version} (${date})\n${after}`,
    entries: entries.trim(),
  }
}

/** A chart's `version` and `appVersion`. */
export const setChartVersion = (text, version) =>
  text.replace(/^(version|appVersion): .*$/gm, (_, name) => `${name}: ${version}`)

/** What the chart says that the last release was. */
export const readChartVersion = (text) => /^appVersion: (.*)$/m.exec(text)?.[1]
