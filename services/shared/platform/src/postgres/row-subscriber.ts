import type { EntitySubscriberInterface } from 'typeorm'

import type { Row } from './columns'
import type { AnyEntity } from './entity'

/* Computed columns, and the columns of a group that is null. `of` is the object, or throws where it lacks something. */
function addStored({ derived, absent }: AnyEntity, object: Row, of: Row = object): void {
  for (const [key, { from }] of Object.entries(derived)) object[key] = from(of)
  for (const [key, { stored }] of Object.entries(absent))
    if (object[key] === null) object[key] = { ...stored }
}

function removeStored({ derived, absent }: AnyEntity, object: Row): void {
  for (const key of Object.keys(derived)) delete object[key]
  for (const [key, { presence }] of Object.entries(absent))
    if ((object[key] as Row | undefined)?.[presence] === null) object[key] = null
}

/* What is computed from a part of an object would be wrong, and nothing would say so. */
const refuseLacking = (object: Row): Row =>
  new Proxy(object, {
    get(changes, key) {
      if (!Object.hasOwn(changes, key))
        throw new TypeError(`A column is computed from ${String(key)}, which the changes lack`)
      return changes[key as string]
    },
  })

const addChanged: typeof addStored = (entity, changes) => addStored(entity, changes, refuseLacking(changes))

interface RowEvent {
  metadata: { name: string }
  entity?: object | undefined
}

/** What rows have besides the fields of their objects: TypeORM's repositories and query builders write and read it through this. */
export function rowSubscriber(entities: readonly AnyEntity[]): EntitySubscriberInterface<object> {
  const special = new Map(
    entities
      .filter(({ derived, absent }) => Object.keys({ ...derived, ...absent }).length > 0)
      .map((entity) => [entity.options.name, entity]),
  )
  const apply = (change: typeof addStored) => (event: RowEvent) => {
    const entity = special.get(event.metadata.name)
    if (entity && event.entity) change(entity, event.entity as Row)
  }
  return {
    beforeInsert: apply(addStored),
    afterInsert: apply(removeStored),
    beforeUpdate: apply(addChanged),
    afterUpdate: apply(removeStored),
    ...(entities.some(({ absent }) => Object.keys(absent).length > 0) && {
      afterLoad: (entity, event) => event && apply(removeStored)({ metadata: event.metadata, entity }),
    }),
  }
}
