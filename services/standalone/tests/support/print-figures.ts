import { loadavg } from 'node:os'

/** Prints what a long test measured, on stderr: the test runner keeps stdout for its report. */
export function printFigures(name: string, figures: object): void {
  const load = loadavg().map((one) => Math.round(one * 10) / 10)
  process.stderr.write(`figures of ${name}: ${JSON.stringify({ ...figures, load })}\n`)
}
