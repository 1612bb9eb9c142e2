/* Written by npm run codegen from the names of files. */
export * from '../adapters/postgres/campaign-table'
export * from '../adapters/postgres/contact-list-table'
export * from '../adapters/postgres/file-list-table'
export * from '../adapters/postgres/schedule-table'
