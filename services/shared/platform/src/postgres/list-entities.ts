import { Entity, type AnyEntity } from './entity'

const isMap = (value: unknown): value is AnyEntity => value instanceof Entity

const findMap = (value: unknown): AnyEntity[] => {
  if (isMap(value)) return [value]
  const ofTable = typeof value === 'object' && value !== null && 'entity' in value ? value.entity : undefined
  return isMap(ofTable) ? [ofTable] : []
}

/** The maps among what a service's files of tables export: entities, and those of tables. */
export const listEntities = (files: object): readonly AnyEntity[] => [
  ...new Set(Object.values(files).flatMap(findMap)),
]
