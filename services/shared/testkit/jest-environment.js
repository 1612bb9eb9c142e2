const { AsyncLocalStorage } = require('node:async_hooks')
const { promisify } = require('node:util')

const { ModernFakeTimers } = require('@jest/fake-timers')
const { ModuleMocker } = require('jest-mock')
const { installCommonGlobals } = require('jest-util')

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

/* What jest's own modules ask for by symbol, once per worker; `process` stays Node's. */
const { process } = globalThis
installCommonGlobals(globalThis, {})
globalThis.process = process

/* libsignal prints keys to the console. */
const CHATTERBOX = /[\\/]node_modules[\\/]libsignal[\\/]/
function silenceLibsignal() {
  for (const method of ['log', 'info', 'warn', 'error']) {
    const print = console[method].bind(console)
    console[method] = (...args) => {
      if (!CHATTERBOX.test(new Error().stack?.split('\n')[2] ?? '')) print(...args)
    }
  }
}

/*
 * Until Node 24, each storage that has run costs a step at every promise of the process, and nothing but its own end takes it off:
 * those of the files before are ended.
 */
const storages = new Set()
const enable = AsyncLocalStorage.prototype._enable
if (enable)
  AsyncLocalStorage.prototype._enable = function () {
    storages.add(this)
    enable.call(this)
  }
function endStorages() {
  for (const storage of storages) storage.disable()
  storages.clear()
}

/* What is there once per worker: of packages, and of the recorder of answers. */
const isKept = (key) => typeof key === 'symbol' && /^(undici|balcao\.kept)\b/.test(String(key.description))

/**
 * Node's own realm, so that packages need not be loaded for each test file (jest-runtime.js). What a file changes in `process.env`, and
 * what it or jest adds to the globals, ends with it.
 */
module.exports = class {
  constructor({ projectConfig: config }) {
    this.global = globalThis
    this.moduleMocker = new ModuleMocker(globalThis)
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis })
    this.env = { ...process.env }
    this.globals = new Set(Reflect.ownKeys(globalThis))
    this.console = globalThis.console
    this.fetch = globalThis.fetch
    this.exit = process.exit
    // Node's ten lines end within a test's helpers.
    Error.stackTraceLimit = 100
  }

  async setup() {
    // jest has put the file's own in place.
    silenceLibsignal()
  }

  async teardown() {
    this.fakeTimersModern.dispose()
    endStorages()
    globalThis.console = this.console
    // A file whose tests are all skipped runs no afterAll.
    globalThis.fetch = this.fetch
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(this.env, name)) delete process.env[name]
    Object.assign(process.env, this.env)
    // jest wraps it for each file.
    process.exit = this.exit
    // Fails for the table of matchers, which the next file's `expect` fills anew.
    for (const key of Reflect.ownKeys(globalThis))
      if (!this.globals.has(key) && !isKept(key)) Reflect.deleteProperty(globalThis, key)
  }

  exportConditions() {
    return ['node', 'node-addons']
  }

  getVmContext() {
    return globalThis
  }

  /* Awaited before the clean-up that follows a failed test: a file may keep what is still open then. */
  async handleTestEvent({ name, test, hook, error }) {
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return
    const names = []
    for (let each = test ?? hook?.parent; each?.parent; each = each.parent) names.unshift(each.name)
    await this.global.balcaoTestFailed?.(names.join(' ') || String(error).slice(0, 80))
  }
}
