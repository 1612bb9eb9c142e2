/* Written by npm run codegen from the names of files. */
export * from '../migrations/20261120T100000-create-feed'
export * from '../migrations/20261122T062000-erase-feed'
export * from '../migrations/20261122T090100-create-shown-users'
export * from '../migrations/20261122T164500-partition-feed'
export * from '../migrations/20261124T020100-hide-schedules'
export * from '../migrations/20261126T120000-create-webhooks'
export * from '../migrations/20261127T063000-create-published-positions'
