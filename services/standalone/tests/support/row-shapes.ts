import ts from 'typescript'

import { isSql } from './source-program'
import { StatementReader } from './statement-texts'

/** A call like `query<Row>(tx, statement)`. */
export interface RowShape {
  file: string
  line: number
  /** What JavaScript has in each column by the declaration; nothing is asked of `unknown`, nor of a column that may be absent. */
  columns: Readonly<Record<string, readonly string[]>>
  texts: Iterable<string>
}

const isNone = ({ flags }: ts.Type): boolean => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0

function nameType(checker: ts.TypeChecker, type: ts.Type): string {
  const { flags } = type
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & ts.TypeFlags.NumberLike) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  // Branded ids.
  if (type.isIntersection()) return nameType(checker, type.types[0]!)
  // Buffer, too: no library is read.
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'unknown'
  if (type.symbol?.name === 'Date' || type.symbol?.name === 'Uint8Array') return type.symbol.name
  return checker.isArrayLikeType(type) ? 'array' : 'object'
}

const isRequired = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Optional) === 0

/** Every declared row of these sources with the statement that it is declared for. */
export function listRowShapes(program: ts.Program, files: readonly string[]): RowShape[] {
  const checker = program.getTypeChecker()
  const reader = new StatementReader(checker)
  const listNames = (property: ts.Symbol): string[] => {
    const type = checker.getTypeOfSymbol(property)
    return (type.isUnion() ? type.types : [type])
      .filter((one) => !isNone(one))
      .map((one) => nameType(checker, one))
  }
  const shapes: RowShape[] = []
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isCallExpression(node)) return
    const [row] = node.typeArguments ?? []
    const [, statement] = node.arguments
    const isQuery = /^query(Last|Unawaited)?$/.test(node.expression.getText())
    if (!row || !statement || !(isQuery || isSql(checker, statement))) return
    const type = checker.getTypeFromTypeNode(row)
    const file = node.getSourceFile()
    shapes.push({
      file: file.fileName,
      line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      columns: Object.fromEntries(
        type
          .getProperties()
          .filter(isRequired)
          .map((property) => [property.name, listNames(property)]),
      ),
      texts: { [Symbol.iterator]: () => reader.listTexts(statement) },
    })
  }
  for (const file of files) visit(program.getSourceFile(file)!)
  return shapes
}
