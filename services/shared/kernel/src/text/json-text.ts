/** JSON of a `T` that is text already: an answer is sent as it is. */
export class JsonText<T> {
  /** Carries the type; never set. */
  declare readonly value?: T
  constructor(readonly text: string) {}
}

/** The JSON of a list, from its elements' JSON. */
export const toJsonList = <T>(elements: readonly string[]): JsonText<T[]> =>
  new JsonText(`[${elements.join(',')}]`)

/** The JSON of an object: `others` serialized, the field `key` as it is. */
export function withJsonField<K extends string, V, O extends object>(
  others: O,
  key: K,
  { text }: JsonText<V>,
): JsonText<O & { [P in K]: V }> {
  const rest = JSON.stringify(others).slice(1, -1)
  return new JsonText(`{${rest}${rest && ','}"${key}":${text}}`)
}
