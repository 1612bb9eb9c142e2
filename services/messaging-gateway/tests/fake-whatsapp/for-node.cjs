// usage: const { startFakeWhatsApp } = require('./for-node.cjs')      the fake for a plain Node program, outside jest
const { readFileSync } = require('node:fs')

const { transformSync } = require('@swc/core')

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    sourceMaps: 'inline',
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  })
  module._compile(code, filename)
}

module.exports = require('./index.ts')
