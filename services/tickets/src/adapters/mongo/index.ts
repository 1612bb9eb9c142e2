export { openMongo, type MongoHome } from './mongo-connection'
export { MongoMessageDocuments } from './mongo-message-documents'
export { firstIdAt, MongoOrphans } from './mongo-orphans'
