/* Written by npm run codegen from the names of files. */
export * from '../adapters/postgres/charge-table'
export * from '../adapters/postgres/company-table'
export * from '../adapters/postgres/invoice-table'
export * from '../adapters/postgres/media-quota-tables'
export * from '../adapters/postgres/payer-table'
export * from '../adapters/postgres/plan-table'
