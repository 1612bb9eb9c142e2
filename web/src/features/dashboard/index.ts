export { FilterBar } from './filter-bar'
export { startFilter, toDates, type Filter } from './period'
export { nameDays } from './time-bars'
