import { listEntities, repositoriesOf } from '@balcao/platform'

import * as tables from '../../gen/tables'

/** Every table with a map; a test compares them with what the migrations made. */
export const entities = listEntities(tables)

export const repositoryOf = repositoriesOf(entities)
