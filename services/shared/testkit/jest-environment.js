const { TestEnvironment } = require('jest-environment-node')

/* The protocol library of the real phone prints keys to the console of Node's own realm. Nobody reads them here either. */
const CHATTERBOX = /[\\/]node_modules[\\/]libsignal[\\/]/
for (const method of ['log', 'info', 'warn', 'error']) {
  const print = console[method].bind(console)
  console[method] = (...args) => {
    if (!CHATTERBOX.test(new Error().stack?.split('\n')[2] ?? '')) print(...args)
  }
}

/* It also leaves timers of up to half a minute behind a closed socket: they must not keep a worker from ending. */
const start = setTimeout
globalThis.setTimeout = (...args) => {
  const timer = start(...args)
  return /[\\/]@whiskeysockets[\\/]baileys[\\/]/.test(new Error().stack ?? '') ? timer.unref() : timer
}

/** Node, with a door to its own loader: packages that are ES modules only, or slow to transform, come through it. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.global.nativeRequire = require
  }
}
