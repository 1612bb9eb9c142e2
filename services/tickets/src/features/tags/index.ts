export { tagKey } from './tag'
export type { TagStore } from './tag.store'
export type { TagDeps } from './tags'
