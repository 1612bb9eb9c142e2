export * from './company-settings'
