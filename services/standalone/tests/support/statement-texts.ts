import path from 'node:path'

import { compileSql, integerSql, rawSql, Sql } from '@balcao/platform'
import ts from 'typescript'

import { isSql, symbolAt } from './source-program'

/* What stands for a piece of SQL that only a run knows. */
const GUESSES = ['', 'true', 'WHERE true'].map(rawSql)
const MOST_TEXTS = 243

const services = path.join(__dirname, '../../..')
const UNKNOWN = Symbol('only known in a run')

type Env = ReadonlyMap<ts.Symbol, unknown>

class Closure {
  constructor(
    readonly node: ts.FunctionLikeDeclaration,
    readonly env: Env,
  ) {}

  /** What it returns: of several returns the last. */
  get result(): ts.Expression | undefined {
    const { body } = this.node
    if (!body || !ts.isBlock(body)) return body
    let last: ts.Expression | undefined
    const visit = (child: ts.Node): void => {
      if (ts.isReturnStatement(child)) last = child.expression
      else if (!ts.isFunctionLike(child)) ts.forEachChild(child, visit)
    }
    ts.forEachChild(body, visit)
    return last
  }
}

const isWrapped = (node: ts.Expression) =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node)

/** Computes texts of statements from the sources: constants are loaded, functions followed, values are parameters. */
export class StatementReader {
  private guesses: number[] = []
  private guessed = 0

  constructor(private readonly checker: ts.TypeChecker) {}

  /** What the statement may be: several where pieces of it are known in a run only; none when it is no SQL that can be followed. */
  *listTexts(statement: ts.Expression): Generator<string> {
    let known = 1
    for (let index = 0; index < Math.min(known, MOST_TEXTS); index += 1) {
      this.guesses = [...index.toString(GUESSES.length)].reverse().map(Number)
      this.guessed = 0
      const value = this.evaluate(statement, new Map())
      if (value instanceof Sql) yield compileSql(value).text
      else if (typeof value === 'string') yield value
      known = GUESSES.length ** this.guessed
    }
  }

  private evaluate(node: ts.Expression, env: Env): unknown {
    const value = this.follow(node, env)
    if (value !== UNKNOWN || !isSql(this.checker, node)) return value
    return GUESSES[this.guesses[this.guessed++] ?? 0]
  }

  private follow(node: ts.Expression, env: Env): unknown {
    if (isWrapped(node)) return this.evaluate(node.expression, env)
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isNumericLiteral(node)) return Number(node.text)
    if (ts.isArrowFunction(node)) return new Closure(node, env)
    if (ts.isTaggedTemplateExpression(node)) return this.joinTemplate(node.template, env)
    if (ts.isTemplateExpression(node)) return this.joinText(node, env)
    if (ts.isConditionalExpression(node)) return this.evaluate(node.whenTrue, env)
    if (ts.isArrayLiteralExpression(node)) return this.listValues(node.elements, env)
    if (ts.isElementAccessExpression(node)) return this.chooseFirst(node.expression, env)
    if (ts.isPropertyAccessExpression(node)) return this.readProperty(node, env)
    if (ts.isCallExpression(node)) return this.call(node, env)
    return ts.isIdentifier(node) ? this.readName(node, env) : UNKNOWN
  }

  private joinTemplate(template: ts.TemplateLiteral, env: Env): Sql {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return rawSql(template.text)
    const { head, templateSpans } = template
    const values = templateSpans.map(({ expression }) =>
      isSql(this.checker, expression) ? this.evaluate(expression, env) : null,
    )
    return new Sql([head.text, ...templateSpans.map(({ literal }) => literal.text)], values)
  }

  private joinText({ head, templateSpans }: ts.TemplateExpression, env: Env): unknown {
    const values = templateSpans.map(({ expression }) => this.evaluate(expression, env))
    if (values.includes(UNKNOWN)) return UNKNOWN
    return (
      head.text +
      templateSpans.map(({ literal }, index) => `${String(values[index])}${literal.text}`).join('')
    )
  }

  private listValues(nodes: readonly ts.Expression[], env: Env): unknown {
    const values = nodes.map((node) => (ts.isSpreadElement(node) ? UNKNOWN : this.evaluate(node, env)))
    return values.includes(UNKNOWN) ? UNKNOWN : values
  }

  /* Of a map whose key only a run knows. */
  private chooseFirst(map: ts.Expression, env: Env): unknown {
    const declaration = symbolAt(this.checker, map)?.valueDeclaration
    const literal = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
    const [first] = literal && ts.isObjectLiteralExpression(literal) ? literal.properties : []
    return first && ts.isPropertyAssignment(first) ? this.evaluate(first.initializer, env) : UNKNOWN
  }

  private readProperty({ expression, name }: ts.PropertyAccessExpression, env: Env): unknown {
    const owner = this.evaluate(expression, env)
    if (typeof owner === 'object' && owner !== null && name.text in owner)
      return (owner as Record<string, unknown>)[name.text]
    const method = symbolAt(this.checker, name)?.valueDeclaration
    return method && ts.isMethodDeclaration(method) ? new Closure(method, env) : UNKNOWN
  }

  private readName(node: ts.Identifier, env: Env): unknown {
    const symbol = symbolAt(this.checker, node)
    const declaration = symbol?.valueDeclaration
    if (!symbol || !declaration) return UNKNOWN
    if (env.has(symbol)) return env.get(symbol)
    const loaded = this.load(symbol, declaration)
    if (loaded !== undefined) return loaded
    if (ts.isFunctionDeclaration(declaration)) return new Closure(declaration, env)
    const isConstant = ts.isVariableDeclaration(declaration) && declaration.initializer
    return isConstant ? this.evaluate(isConstant, env) : UNKNOWN
  }

  /* Values that a module exports; of functions the platform's, which make SQL of SQL. */
  private load(symbol: ts.Symbol, declaration: ts.Declaration): unknown {
    const { fileName } = declaration.getSourceFile()
    const isExported = ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export
    if (!isExported || !fileName.startsWith(services)) return undefined
    const loaded = jest.requireActual<Record<string, unknown>>(fileName)[symbol.name]
    const isFollowed = typeof loaded === 'function' && !fileName.includes('/shared/platform/')
    return isFollowed ? undefined : loaded
  }

  private call(node: ts.CallExpression, env: Env): unknown {
    const callee = this.evaluate(node.expression, env)
    const values = node.arguments.map((argument) => this.evaluate(argument, env))
    if (callee === integerSql) return rawSql('1')
    if (callee instanceof Closure) {
      const { result } = callee
      return result ? this.evaluate(result, this.bind(callee, values)) : UNKNOWN
    }
    if (typeof callee !== 'function' || values.includes(UNKNOWN)) return UNKNOWN
    return (callee as (...given: unknown[]) => unknown)(...values)
  }

  private bind({ node, env }: Closure, values: readonly unknown[]): Env {
    const bound = new Map(env)
    for (const [index, { name }] of node.parameters.entries()) {
      const value = values[index]
      const parts = ts.isObjectBindingPattern(name) ? name.elements.map((element) => element.name) : [name]
      for (const part of parts) {
        const symbol = symbolAt(this.checker, part)
        const isPart = part !== name && typeof value === 'object' && value !== null
        const given = isPart ? (value as Record<string, unknown>)[part.getText()] : value
        if (symbol && given !== undefined) bound.set(symbol, given)
      }
    }
    return bound
  }
}
