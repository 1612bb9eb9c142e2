export { TagsPage } from './tags-page'
