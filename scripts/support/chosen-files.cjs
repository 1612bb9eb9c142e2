// Jest runs the files that BALCAO_TEST_FILES lists, a line each: as arguments, its closing line would name all of them.
const { readFileSync } = require('node:fs')

module.exports = (files) => {
  const chosen = new Set(readFileSync(process.env.BALCAO_TEST_FILES, 'utf8').split('\n'))
  return { filtered: files.filter((file) => chosen.has(file)) }
}
