// usage: node -r from-sources.cjs <program.ts>      the product's sources in a plain Node program, outside jest
const { readFileSync } = require('node:fs')
const Module = require('node:module')
const path = require('node:path')

const { transformSync } = require('@swc/core')

const shared = path.resolve(__dirname, '..')
const sources = {
  '@balcao/contracts': 'contracts/src/index.ts',
  '@balcao/contracts/wire': 'contracts/src/wire.ts',
  '@balcao/kernel': 'kernel/src/index.ts',
  '@balcao/platform': 'platform/src/index.ts',
  '@balcao/testkit': 'testkit/src/index.ts',
}

const resolve = Module._resolveFilename
Module._resolveFilename = function (request, ...rest) {
  const source = sources[request]
  return resolve.call(this, source ? path.join(shared, source) : request, ...rest)
}

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    sourceMaps: 'inline',
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  })
  module._compile(code, filename)
}
