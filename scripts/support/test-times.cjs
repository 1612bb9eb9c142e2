// How long test files took: bench/test-times.tsv, lines of `seconds<TAB>file` of the files that are not short.
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const path = require('node:path')

const root = path.resolve(__dirname, '../..')
const TABLE = path.join(root, 'bench/test-times.tsv')
/* Shorter files are not in the table. */
const SHORT_SECONDS = 5

/** Seconds by path from the root. */
const readTimes = () =>
  new Map(
    readFileSync(TABLE, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([seconds, file]) => [file, Number(seconds)]),
  )

/** Puts the times of a run over those kept before; short files and those that are gone leave the table. */
function keepTimes(times) {
  const lines = [...new Map([...readTimes(), ...times])]
    .filter(([file, seconds]) => seconds >= SHORT_SECONDS && existsSync(path.join(root, file)))
    .sort(([a, first], [b, second]) => second - first || a.localeCompare(b))
    .map(([file, seconds]) => `${seconds.toFixed(1)}\t${file}\n`)
  writeFileSync(TABLE, lines.join(''))
}

module.exports = { SHORT_SECONDS, keepTimes, readTimes }
