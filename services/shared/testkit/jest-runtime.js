const { createRequire } = require('node:module')
const path = require('node:path')
const { compileFunction, constants } = require('node:vm')

const { default: Runtime } = require('jest-runtime')

const restoreMembers = require('./restore-members.cjs')

const PACKAGES = `${path.sep}node_modules${path.sep}`
/* What the product patches: each test file gets it as the packages have it, for a patch runs in the registry of the file that made it. */
const PATCHED = ['@whiskeysockets/baileys', 'libsignal']

/* V8's code of our modules by path; V8 refuses code of another text. */
const compiled = new Map()

/**
 * Packages are loaded by Node itself, once per worker, as a service loads them; our own modules by jest, afresh for each test file.
 * That halves what a file costs before its first test. There is one realm (jest-environment.js), so an error of a package
 * is an `Error` here too. `jest.mock` of a package has no effect.
 */
class SharedPackagesRuntime extends Runtime {
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
  }

  requireModuleOrMock(from, name) {
    if (!isPackage(from, name)) return super.requireModuleOrMock(from, name)
    if (PATCHED.includes(name)) this.restorePatched(from)
    return createRequire(from)(name)
  }

  restorePatched(from) {
    if (this.isRestored) return
    this.isRestored = true
    const { Curve, WA_CERT_DETAILS } = createRequire(from)('@whiskeysockets/baileys')
    for (const shared of [Curve, WA_CERT_DETAILS, createRequire(from)('libsignal').curve])
      restoreMembers(shared)
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

module.exports = SharedPackagesRuntime
