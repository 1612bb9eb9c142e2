const { TestEnvironment } = require('jest-environment-jsdom')

/** jsdom, with Node's own fetch classes: jsdom has none. */
module.exports = class JsdomWithFetch extends TestEnvironment {
  async setup() {
    await super.setup()
    const { global: page } = this
    for (const name of ['fetch', 'Request', 'Response', 'Headers', 'structuredClone'])
      page[name] = globalThis[name]
    // Requests refuse a foreign realm's signals.
    page.AbortController = AbortController
    page.AbortSignal = AbortSignal
    page.reportError ??= (error) => page.dispatchEvent(new page.ErrorEvent('error', { error }))
  }
}
