// Jest begins the files that take longest first, by the table of kept times: one that begins last would run on alone.
const { readFileSync } = require('node:fs')
const path = require('node:path')

const { default: Sequencer } = require('@jest/test-sequencer')

const root = path.resolve(__dirname, '../..')
/* Of files that the table leaves out as short, or does not know yet. */
const UNKNOWN_SECONDS = 5

/** Seconds by file, from lines of `seconds<TAB>file`. */
const readTimes = () =>
  new Map(
    readFileSync(path.join(root, 'bench/test-times.tsv'), 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([, file]) => file)
      .map(([seconds, file]) => [path.join(root, file), Number(seconds)]),
  )

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const times = readTimes()
    const timeOf = ({ path: file }) => times.get(file) ?? UNKNOWN_SECONDS
    return [...tests].sort((a, b) => timeOf(b) - timeOf(a))
  }
}
