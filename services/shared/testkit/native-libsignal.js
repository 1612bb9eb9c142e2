/* The copy that Baileys uses, so that the product's patches apply in tests. */
module.exports = globalThis.nativeRequire('libsignal')
