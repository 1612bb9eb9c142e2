// usage: node move-until.js <the move's options as JSON> <step>      moves a company, and says when the step is done; then it waits to be killed
const { moveCompany } = require('../../../shared/platform/dist')

const [, , options, last] = process.argv
const write = (text) => process.stdout.write(`${text}\n`)

void moveCompany({
  ...JSON.parse(options),
  say: write,
  onStep: (step) => {
    if (step !== last) return Promise.resolve()
    write(`done: ${step}`)
    return new Promise(() => undefined)
  },
})
