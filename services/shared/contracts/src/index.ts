/* The browser-safe half of the contracts. */
export * from './errors/error-codes'
export * from './ids/ids'
export * from './ids/profile'
