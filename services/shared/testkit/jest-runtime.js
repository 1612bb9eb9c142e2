const { createRequire } = require('node:module')
const path = require('node:path')
const { compileFunction, constants } = require('node:vm')

const { default: Runtime } = require('jest-runtime')

const PACKAGES = `${path.sep}node_modules${path.sep}`
/* What a service is made of, and the testkit; not tests, nor what stands beside them. */
const SOURCES = /[\\/]src[\\/](?!.*\.test\.ts$)/
/* Our modules by path, once they were loaded. */
const kept = new Map()
/* The runtime of the test file that runs. A kept module requires through the one that loaded it. */
let current

/* V8's code of the others by path; V8 refuses code of another text. */
const compiled = new Map()

/**
 * Modules are loaded once per worker, as a service loads them: packages by Node itself, our own by jest. Test files, and what stands beside
 * them, are loaded for each file. There is one realm (jest-environment.js), so an error of a package is an `Error` here too. `jest.mock` of a
 * package, or of a module that another file has loaded, has no effect.
 */
class SharedModulesRuntime extends Runtime {
  constructor(...args) {
    super(...args)
    const { executor } = this
    // The library's own compiles for another realm. What it compiled for the file before is not parsed again.
    executor.compile = (code, filename) => {
      const run = compileFunction(code, executor.injectedModuleParameters, {
        filename,
        cachedData: compiled.get(filename),
        produceCachedData: !compiled.has(filename),
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      })
      if (run.cachedData) compiled.set(filename, run.cachedData)
      else if (run.cachedDataRejected) compiled.delete(filename)
      return run
    }
    current = this
    const registry = this.registries.getActiveCjsRegistry()
    for (const [file, module] of kept) registry.set(file, module)
  }

  teardown() {
    for (const [file, module] of this.registries.getActiveCjsRegistry())
      if (SOURCES.test(file) && module.loaded) kept.set(file, module)
    super.teardown()
  }

  requireModuleOrMock(from, name) {
    if (this !== current) return current.requireModuleOrMock(from, name)
    if (!isPackage(from, name)) return super.requireModuleOrMock(from, name)
    return createRequire(from)(name)
  }
}

/* Whether a name is a package's does not depend on who imports it; which copy, Node decides for each importing file. */
const answers = new Map()

/** Whether Node finds it in a node_modules folder: not a file of ours, not a workspace of ours, not what jest provides itself. */
function isPackage(from, name) {
  if (name.startsWith('.') || path.isAbsolute(name) || name === '@jest/globals') return false
  if (!answers.has(name)) answers.set(name, findsPackage(from, name))
  return answers.get(name)
}

function findsPackage(from, name) {
  try {
    return createRequire(from).resolve(name).includes(PACKAGES)
  } catch {
    return false
  }
}

module.exports = SharedModulesRuntime
