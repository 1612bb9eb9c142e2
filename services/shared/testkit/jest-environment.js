const { TestEnvironment } = require('jest-environment-node')

/* libsignal prints keys to the console of Node's own realm; dropped here too. */
const CHATTERBOX = /[\\/]node_modules[\\/]libsignal[\\/]/
for (const method of ['log', 'info', 'warn', 'error']) {
  const print = console[method].bind(console)
  console[method] = (...args) => {
    if (!CHATTERBOX.test(new Error().stack?.split('\n')[2] ?? '')) print(...args)
  }
}

/** Node, with access to its own module loader, for packages that are ES modules only or slow to transform. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.global.nativeRequire = require
  }
}
