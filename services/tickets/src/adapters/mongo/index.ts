export { openMongo, type MongoConnection } from './mongo-connection'
export { MongoMessageDocuments } from './mongo-message-documents'
export { firstIdAt, MongoOrphans } from './mongo-orphans'
