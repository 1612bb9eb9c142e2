// Jest begins the files that take longest first, by the table of kept times: one that begins last would run on alone.
const path = require('node:path')

const { default: Sequencer } = require('@jest/test-sequencer')

const { SHORT_SECONDS, readTimes } = require('./test-times.cjs')

const root = path.resolve(__dirname, '../..')

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const times = readTimes()
    const timeOf = ({ path: file }) => times.get(path.relative(root, file)) ?? SHORT_SECONDS
    return [...tests].sort((a, b) => timeOf(b) - timeOf(a))
  }
}
