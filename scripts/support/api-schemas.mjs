// What every route answers, as JSON Schemas, from the types that the routes declare.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import ts from 'typescript'

import { at, filesBelow } from './project.mjs'

/* Texts that are times although their name does not end in `At`, `Since` or `Until`. */
const TIMES = new Set(['dueDate', 'since', 'trialExpiration', 'until'])
/* Numbers that may have a fraction; all others are integers. */
const FRACTIONS = new Set([
  'avgSupportTime',
  'avgWaitTime',
  'dropRate',
  'duplicateRate',
  'latitude',
  'longitude',
  'prices',
  'rating',
  'temperature',
  'value',
])

const readProgram = () => {
  const { config } = ts.readConfigFile(at('tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, at('.'))
  const files = filesBelow(at('services/shared/contracts/src/http')).filter((file) =>
    file.endsWith('.routes.ts'),
  )
  return { program: ts.createProgram(files, { ...options, incremental: false, types: [] }), files }
}

const sorted = (record) =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))

/** Reads types; named ones are collected in `schemas`. */
class SchemaReader {
  schemas = {}
  #typesByName = new Map()

  constructor(checker) {
    this.checker = checker
  }

  #describe(symbol) {
    const text = ts
      .displayPartsToString(symbol.getDocumentationComment(this.checker))
      .replace(/\s*\n\s*/g, ' ')
    return text === '' ? {} : { description: text }
  }

  /** Of a declared, not generic interface or alias of ours. */
  #nameOf(type) {
    const symbol = type.aliasSymbol ?? type.symbol
    if (!symbol || (type.aliasTypeArguments ?? []).length > 0) return undefined
    const [declaration] = symbol.declarations ?? []
    const isNamed = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)
    if (!isNamed || declaration.getSourceFile().isDeclarationFile) return undefined
    return (declaration.typeParameters ?? []).length > 0 ? undefined : { name: symbol.name, symbol }
  }

  read(type, field = '') {
    const named = type.flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection) && this.#nameOf(type)
    if (!named) return this.#build(type, field)
    const { name, symbol } = named
    const known = this.#typesByName.get(name)
    if (known && known !== type) throw new Error(`two types are named ${name}`)
    if (!known) {
      this.#typesByName.set(name, type)
      this.schemas[name] = {}
      this.schemas[name] = { ...this.#describe(symbol), ...this.#build(type, field) }
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  #build(type, field) {
    const { flags } = type
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (flags & ts.TypeFlags.Null) return { type: 'null' }
    if (flags & ts.TypeFlags.StringLiteral) return { type: 'string', const: type.value }
    if (flags & ts.TypeFlags.NumberLiteral) return { type: 'integer', const: type.value }
    if (flags & ts.TypeFlags.BooleanLiteral) return { type: 'boolean', const: type.intrinsicName === 'true' }
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (flags & ts.TypeFlags.StringLike)
      return /(At|Since|Until)$/.test(field) || TIMES.has(field)
        ? { type: 'string', format: 'date-time' }
        : { type: 'string' }
    if (flags & ts.TypeFlags.NumberLike) return { type: FRACTIONS.has(field) ? 'number' : 'integer' }
    if (type.isUnion()) return this.#readUnion(type, field)
    if (type.isIntersection() && !type.types.every(({ flags: part }) => part & ts.TypeFlags.Object)) {
      // A branded id is what it brands.
      return this.#build(
        type.types.find((part) => !(part.flags & ts.TypeFlags.Object)),
        field,
      )
    }
    if (flags & ts.TypeFlags.Object || type.isIntersection()) return this.#readObject(type, field)
    throw new Error(`${this.checker.typeToString(type)} of ${field} has no JSON schema`)
  }

  #readUnion(type, field) {
    const parts = type.types.filter((part) => !(part.flags & ts.TypeFlags.Undefined))
    const nulls = parts.filter((part) => part.flags & ts.TypeFlags.Null)
    const booleans = parts.filter((part) => part.flags & ts.TypeFlags.BooleanLiteral)
    const literals = parts.filter(
      ({ flags }) => flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral),
    )
    const others = parts.filter((part) => ![...nulls, ...booleans, ...literals].includes(part))
    const schemas = others.map((part) => this.read(part, field))
    if (booleans.length === 2) schemas.push({ type: 'boolean' })
    else schemas.push(...booleans.map((part) => this.#build(part, field)))
    if (literals.length === 1) schemas.push(this.#build(literals[0], field))
    else if (literals.length > 1) {
      // The compiler's order depends on what it read before.
      const values = literals.map(({ value }) => value).sort()
      schemas.push({ type: typeof values[0] === 'string' ? 'string' : 'integer', enum: values })
    }
    if (nulls.length > 0) return this.#orNull(schemas)
    return schemas.length === 1 ? schemas[0] : { anyOf: schemas }
  }

  #orNull(schemas) {
    const [only] = schemas
    if (schemas.length > 1 || !only.type) return { anyOf: [...schemas, { type: 'null' }] }
    const { const: value, enum: values = value === undefined ? undefined : [value], ...rest } = only
    return { ...rest, type: [only.type, 'null'].flat(), ...(values ? { enum: [...values, null] } : {}) }
  }

  #readObject(type, field) {
    const { checker } = this
    if (type.symbol?.name === 'Date') return { type: 'string', format: 'date-time' }
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type).map((item) => this.read(item, field))
      return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length }
    }
    if (checker.isArrayType(type))
      return { type: 'array', items: this.read(checker.getTypeArguments(type)[0], field) }
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    const properties = checker.getPropertiesOfType(type)
    const isOptional = (property) => Boolean(property.flags & ts.SymbolFlags.Optional)
    const required = properties.filter((property) => !isOptional(property)).map(({ name }) => name)
    return {
      type: 'object',
      properties: Object.fromEntries(
        properties.map((property) => [property.name, this.#readProperty(property, type, field)]),
      ),
      ...(required.length > 0 ? { required } : {}),
      ...(index ? { additionalProperties: this.read(index.type) } : {}),
    }
  }

  #readProperty(property, owner, ownerField) {
    const isOfRecord = Boolean(owner.objectFlags & ts.ObjectFlags.Mapped)
    const type = this.checker.getTypeOfSymbol(property)
    const field = isOfRecord && FRACTIONS.has(ownerField) ? ownerField : property.name
    return { ...this.read(type, field), ...this.#describe(property) }
  }
}

/* `route('get', '/tickets').with<…>()`: the method is in no type. */
function readCall(initializer) {
  const { expression } = initializer
  const [method, path] = expression.expression.arguments.map(({ text }) => text)
  return { method, path }
}

/* Per `METHOD path` the route's name and the schema of its answer; none for an empty one. */
function readAnswers() {
  const { program, files } = readProgram()
  const checker = program.getTypeChecker()
  const reader = new SchemaReader(checker)
  const answers = {}
  for (const file of files) {
    const source = program.getSourceFile(file)
    const tables = checker
      .getExportsOfModule(checker.getSymbolAtLocation(source))
      .filter(({ name }) => name.endsWith('Routes'))
    for (const table of tables) {
      const { initializer } = table.valueDeclaration
      for (const property of initializer.properties) {
        const { method, path } = readCall(property.initializer)
        const route = checker.getTypeAtLocation(property.initializer)
        const types = checker.getNonNullableType(checker.getTypeOfSymbol(route.getProperty('types')))
        const answer = types.getProperty('answer')
        const type = answer && checker.getTypeOfSymbol(answer)
        const isEmpty = !type || Boolean(type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void))
        answers[`${method.toUpperCase()} ${path}`] = {
          name: property.name.text,
          ...(isEmpty ? {} : { schema: reader.read(type) }),
        }
      }
    }
  }
  return { schemas: sorted(reader.schemas), answers: sorted(answers) }
}

/**
 * Writes `api.json`, which the API's document is made of together with the table of endpoints: `answers`, the `schemas` of types
 * that have a name, and what each error code means, in the words of the web app.
 */
export async function writeApi(folder) {
  const { backendErrors: errors } = JSON.parse(await readFile(at('web/src/i18n/en/common.json'), 'utf8'))
  const api = { ...readAnswers(), errors }
  await writeFile(path.join(folder, 'api.json'), `${JSON.stringify(api, null, 1)}\n`)
}
