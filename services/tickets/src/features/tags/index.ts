export type { TagStore } from './tag.store'
export { tagDeleted } from './tag-events'
export { findOrCreateTag, type TagDeps } from './tags'
