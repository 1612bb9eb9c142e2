/* The copy that Baileys uses: what the product changes in it must be the same in tests. */
module.exports = globalThis.nativeRequire('libsignal')
