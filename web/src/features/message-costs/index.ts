export { CostsPage } from './costs-page'
