/* The report: Markdown from the run's state. Pure. Numbers are shortened: it is made to be attached to an issue. */
const MARKS = { pass: 'ok', fail: 'FAILED', unseen: 'not seen', skip: 'skipped', open: 'open' }

/** What became of a step: open, skip, fail, unseen or pass; the worst of what was seen counts. */
export function judge(result) {
  if (!result) return 'open'
  if (result.skipped !== undefined) return 'skip'
  const verdicts = [
    ...result.checks.map(({ verdict }) => verdict),
    ...result.answers.map(({ verdict }) => verdict),
  ]
  return ['fail', 'unseen'].find((verdict) => verdicts.includes(verdict)) ?? 'pass'
}

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')
const short = (number) => (number ? `${number.slice(0, 4)}…` : 'unknown')
const formatTotals = (rows, key) => rows.map((row) => `${row.count}x ${row[key]}`).join(', ') || 'none'

function formatSection(step, result) {
  const lines = [`## ${step.title}: ${MARKS[judge(result)]}`, '']
  if (!result) return lines
  if (result.skipped !== undefined) return [...lines, `Skipped: ${result.skipped || 'no reason given'}`, '']
  lines.push(
    `${result.beganAt} to ${result.endedAt}`,
    '',
    '| seen by | what | result | |',
    '| --- | --- | --- | --- |',
  )
  for (const { name, verdict, says } of result.checks)
    lines.push(`| program | ${cell(name)} | ${MARKS[verdict]} | ${cell(says)} |`)
  for (const { question, verdict, says } of result.answers)
    lines.push(`| eyes | ${cell(question)} | ${MARKS[verdict]} | ${cell(says)} |`)
  return [...lines, '']
}

export function formatReport(steps, run) {
  const count = (verdict) => steps.filter(({ id }) => judge(run.results[id]) === verdict).length
  const { version, source } = run.last?.health.client ?? { version: 'none', source: 'simulated phone' }
  const summary = ['pass', 'fail', 'unseen', 'skip', 'open'].map(
    (verdict) => `${count(verdict)} ${MARKS[verdict]}`,
  )
  return [
    `# Acceptance of a number: ${summary.join(', ')}`,
    '',
    `- Begun ${run.startedAt}, written ${run.writtenAt}`,
    `- Desk ${run.deskVersion}, WhatsApp Web ${version} (${source}), Node ${run.nodeVersion}`,
    `- Number ${short(run.spareNumber)}, second phone ${short(run.secondPhone)}`,
    `- Ends of the session since the beginning: ${formatTotals(run.last?.health.ends ?? [], 'reason')}`,
    `- Refused sends: ${formatTotals(run.last?.health.refused ?? [], 'code')}`,
    '',
    ...steps.flatMap((step) => formatSection(step, run.results[step.id])),
  ].join('\n')
}
