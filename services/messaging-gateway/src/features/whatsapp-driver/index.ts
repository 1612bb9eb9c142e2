export * from './whatsapp-driver.port'
