const { nativeRequire } = globalThis
const restoreMembers = nativeRequire(nativeRequire.resolve('./restore-members.cjs'))

/*
 * Baileys is an ES module: Node can require it, jest cannot. One copy per worker with its libsignal, whatever the number of test files;
 * each file gets both unmodified: patches of the file before would run in an environment that is torn down.
 */
const baileys = nativeRequire('@whiskeysockets/baileys')
for (const shared of [baileys.Curve, baileys.WA_CERT_DETAILS, nativeRequire('libsignal').curve])
  restoreMembers(shared)
module.exports = baileys
