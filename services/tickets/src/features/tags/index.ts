export type { TagStore } from './tag.store'
export type { TagDeps } from './tags'
