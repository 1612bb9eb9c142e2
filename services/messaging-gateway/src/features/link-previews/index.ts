export type { LinkPages } from './link-pages.port'
export { LinkPreviews } from './link-previews'
