export * from './close-reasons'
export * from './whatsapp-driver.port'
