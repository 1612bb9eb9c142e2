import path from 'node:path'

import ts from 'typescript'

/** The compiler's view of these sources and of what they import of the project. Libraries are not read: none declares a row. */
export function openProgram(root: string, files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile) as {
    config: object
  }
  const { options } = ts.parseJsonConfigFileContent({ ...config, files }, ts.sys, root)
  const own = { ...options, incremental: false, tsBuildInfoFile: undefined, types: [] }
  const host = ts.createCompilerHost(own)
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      /^(\.|@balcao)/.test(text)
        ? ts.resolveModuleName(text, from, own, host)
        : { resolvedModule: undefined },
    )
  return ts.createProgram({ rootNames: files, options: own, host })
}

/** The symbol that a name stands for, where it is declared. */
export function symbolAt(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

export function isSql(checker: ts.TypeChecker, node: ts.Node): boolean {
  const type = checker.getTypeAtLocation(node)
  return (type.isUnion() ? type.types : [type]).some(({ symbol }) => symbol?.name === 'Sql')
}
