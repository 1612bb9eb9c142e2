const { promisify } = require('node:util')

const { TestEnvironment } = require('jest-environment-node')

/* libsignal prints keys to the console of Node's own realm; dropped here too. */
const CHATTERBOX = /[\\/]node_modules[\\/]libsignal[\\/]/
for (const method of ['log', 'info', 'warn', 'error']) {
  const print = console[method].bind(console)
  console[method] = (...args) => {
    if (!CHATTERBOX.test(new Error().stack?.split('\n')[2] ?? '')) print(...args)
  }
}

/*
 * Each upload of pre-keys leaves a timer of Baileys' behind (Socket/socket.js, uploadPreKeys, UPLOAD_TIMEOUT), which would keep jest
 * alive for half a minute after the last test.
 */
const UPLOAD_TIMEOUT_MS = 30_000
const LIBRARY = /[\\/]@whiskeysockets[\\/]baileys[\\/]/
const startTimer = globalThis.setTimeout
const setTimeoutUnreferenced = (work, ms, ...args) => {
  const timer = startTimer(work, ms, ...args)
  if (ms === UPLOAD_TIMEOUT_MS && LIBRARY.test(new Error().stack ?? '')) timer.unref()
  return timer
}
globalThis.setTimeout = Object.defineProperties(setTimeoutUnreferenced, {
  [promisify.custom]: { value: startTimer[promisify.custom] },
})

/** Node, with access to its own module loader, for packages that are ES modules only or slow to transform. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.global.nativeRequire = require
  }

  /* Awaited before the clean-up that follows a failed test: a file may keep what is still open then. */
  async handleTestEvent({ name, test, hook, error }) {
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return
    const names = []
    for (let each = test ?? hook?.parent; each?.parent; each = each.parent) names.unshift(each.name)
    await this.global.balcaoTestFailed?.(names.join(' ') || String(error).slice(0, 80))
  }
}
