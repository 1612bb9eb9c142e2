const { TestEnvironment } = require('jest-environment-node')

/* The protocol library of the real phone prints keys to the console of Node's own realm. Nobody reads them here either. */
const CHATTERBOX = /[\\/]node_modules[\\/]libsignal[\\/]/
for (const method of ['log', 'info', 'warn', 'error']) {
  const print = console[method].bind(console)
  console[method] = (...args) => {
    if (!CHATTERBOX.test(new Error().stack?.split('\n')[2] ?? '')) print(...args)
  }
}

/** Node, with a door to its own loader: packages that are ES modules only, or slow to transform, come through it. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.global.nativeRequire = require
  }
}
