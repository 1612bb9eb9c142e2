// Whether whoever reads the answers of one release can read those of the next: pages that are open during a roll, and programs of integrators.

const typesOf = ({ type, const: constant, enum: values }) => {
  if (type !== undefined) return [type].flat()
  const known = constant === undefined ? values : [constant]
  return known?.map((value) => (value === null ? 'null' : typeof value))
}

/* What says which of several a thing is, where readers ignore those that they do not know. */
const readKind = ({ properties = {} }) => properties.channel?.const ?? properties.event?.const

class Comparison {
  constructor(before, after) {
    this.schemas = { before, after }
    this.seen = new Set()
  }

  resolve(schema, side) {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : (this.schemas[side][name] ?? {})
  }

  list(before, after, path) {
    const pair = `${before.$ref} ${after.$ref}`
    if (before.$ref && after.$ref) {
      if (this.seen.has(pair)) return []
      this.seen.add(pair)
    }
    return this.compare(this.resolve(before, 'before'), this.resolve(after, 'after'), path)
  }

  compare(before, after, path) {
    if (before.anyOf || after.anyOf) return this.compareVariants(before, after, path)
    const [known, types] = [typesOf(before), typesOf(after)]
    const added =
      known && types
        ? types.filter((type) => !known.includes(type) && !(type === 'integer' && known.includes('number')))
        : []
    if (added.length > 0) return [`${path} may be ${added.join(', ')} now`]
    return [
      ...Object.keys(before.properties ?? {}).flatMap((name) => this.property(name, before, after, path)),
      ...(before.items && after.items ? this.list(before.items, after.items, `${path}[]`) : []),
    ]
  }

  property(name, before, after, path) {
    const place = `${path}.${name}`
    const now = after.properties?.[name]
    if (!now) return [`${place} is gone`]
    const isLess = before.required?.includes(name) && !after.required?.includes(name)
    return [
      ...(isLess ? [`${place} may be missing now`] : []),
      ...this.list(before.properties[name], now, place),
    ]
  }

  /* Each variant that may come is one of those before: with others a reader would not know what to do. */
  compareVariants(before, after, path) {
    const [known, now] = [before, after].map((schema) => schema.anyOf ?? [schema])
    const isKnown = (variant) =>
      known.some(
        (one) =>
          new Comparison(this.schemas.before, this.schemas.after).list(one, variant, path).length === 0,
      )
    const kinds = known.map(readKind)
    const isNewKind = (variant) => readKind(variant) !== undefined && !kinds.includes(readKind(variant))
    return now
      .filter((variant) => !isNewKind(variant) && !isKnown(variant))
      .map((variant) => `${path} has a variant that is new: ${JSON.stringify(variant).slice(0, 80)}`)
  }
}

/**
 * What a reader of the answers of `before` cannot read in those of `after`, a sentence each. Both as `gen/api.json`: `{ schemas, answers }`. New routes and
 * members are no fault, nor are those of a route that is gone.
 */
export function findAnswerFaults(before, after) {
  const comparison = new Comparison(before.schemas, after.schemas)
  return Object.entries(before.answers).flatMap(([route, { schema }]) => {
    const now = after.answers[route]?.schema
    return schema && now ? comparison.list(schema, now, route) : []
  })
}
