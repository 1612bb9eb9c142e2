import type { NamedFinding } from './check'

const SIGNS = { ok: '✓', warning: '!', problem: '✗' }

const count = (findings: readonly NamedFinding[], status: NamedFinding['status']): number =>
  findings.filter((finding) => finding.status === status).length

const plural = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

/** Lines for a terminal: what each check found and, of what is not well, what to do. */
export function formatFindings(findings: readonly NamedFinding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  const indent = ' '.repeat(width + 4)
  const lines = findings.flatMap((finding) => [
    `${SIGNS[finding.status]} ${finding.name.padEnd(width)}  ${finding.message.replaceAll('\n', `\n${indent}`)}`,
    ...(finding.status === 'ok' ? [] : [`${indent}→ ${finding.remedy.replaceAll('\n', `\n${indent}  `)}`]),
  ])
  const sum = `${plural(count(findings, 'problem'), 'problem')}, ${plural(count(findings, 'warning'), 'warning')}`
  return `${[...lines, sum].join('\n')}\n`
}

/** Whether the desk is well enough: warnings are allowed. */
export const isWell = (findings: readonly NamedFinding[]): boolean => count(findings, 'problem') === 0
