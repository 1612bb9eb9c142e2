/* Goes through the steps with a person. Whatever was done is in the state file: the next run goes on from there. */
import { setTimeout as pause } from 'node:timers/promises'

import { acts } from './act.mjs'
import { runChecks } from './checks.mjs'
import { observe } from './observe.mjs'

const HOUR_MS = 3_600_000

const holdsAll = (checks) => checks.every(({ verdict }) => verdict !== 'fail')

/** Checks again until nothing fails or the step's time is over: receipts and redeliveries take a moment. */
async function check({ desk, run, step, before, pollMs }) {
  const word = stepWord(run, step)
  const withinS = run.withinS ?? step.withinS
  for (const giveUpAt = Date.now() + withinS * 1_000; ; await pause(pollMs)) {
    const after = await observe(desk, run).catch((error) => error)
    if (after instanceof Error) {
      // A desk that was killed is not there for a while.
      if (Date.now() > giveUpAt) throw after
      continue
    }
    run.last = after
    const results = runChecks(step, { before, after }, word)
    if (holdsAll(results) || Date.now() > giveUpAt) return results
  }
}

export const stepWord = (run, step) => `${run.prefix}-${step.id}`

async function ask(prompt, question) {
  const answer = (await prompt(`  ${question} [y/n/?, and why] `)).trim()
  const verdict = /^y/i.test(answer) ? 'pass' : /^n/i.test(answer) ? 'fail' : 'unseen'
  return { question, verdict, says: answer.replace(/^\S*\s*/, '') }
}

/** Resolves with the step's result; undefined while its time is not over. */
async function runStep({ desk, run, step, prompt, print, save, pollMs, now }) {
  const word = stepWord(run, step)
  const begun = (run.begun[step.id] ??= { at: now().toISOString() })
  begun.before ??= await observe(desk, run)
  await save()
  const hours = run.waitH ?? step.waitH
  const dueMs = Date.parse(begun.at) + (step.waitH ? hours * HOUR_MS : 0)
  for (const line of step.do) print(`  - ${line.replaceAll('{word}', word)}`)
  if (now().getTime() < dueMs) {
    print(`  Until ${new Date(dueMs).toISOString()}. Run the same command again then.`)
    return undefined
  }
  if (step.act && !(step.actsOnce && begun.acted)) {
    for (const name of step.act) for (const line of await acts[name](desk, run, word)) print(`  ${line}`)
    begun.acted = true
    await save()
  }
  const answer = (await prompt('  Enter when done, or "skip" and why: ')).trim()
  if (/^skip\b/i.test(answer)) return { skipped: answer.replace(/^skip\s*/i, '') }
  const checks = await check({ desk, run, step, before: begun.before, pollMs })
  for (const { verdict, name, says } of checks)
    print(`  ${verdict === 'pass' ? 'ok  ' : verdict} ${name}: ${says}`)
  const answers = []
  for (const question of step.asks) answers.push(await ask(prompt, question))
  return { beganAt: begun.at, endedAt: now().toISOString(), checks, answers }
}

/**
 * Every step that is not done yet, in order, until one has to wait. `save` keeps the state after each.
 * @returns whether all are done
 */
export async function goThrough(steps, context) {
  const { run, print, save } = context
  for (const [index, step] of steps.entries()) {
    if (run.results[step.id]) continue
    print(`\n[${index + 1}/${steps.length}] ${step.id}: ${step.title}`)
    const result = await runStep({ ...context, step })
    if (!result) return false
    run.results[step.id] = result
    await save()
  }
  return true
}
