export { HelpsTab } from './helps-tab'

/** Loaded separately: the settings need only the tab. */
export const loadHelpsPage = () => import('./helps-page')
