import { companies } from './company-table'
import { plans } from './plan-table'

/** Every table with a map; a test compares them with what the migrations made. */
export const tables = [companies, plans]
