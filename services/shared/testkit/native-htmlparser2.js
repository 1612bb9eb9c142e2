/* htmlparser2 is an ES module: Node can require it, jest cannot. One copy per worker, whatever the number of test files. */
module.exports = globalThis.nativeRequire('htmlparser2')
