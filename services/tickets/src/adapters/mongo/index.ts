export { openMongo, type MongoHome } from './mongo-home'
export { MongoMessageDocuments } from './mongo-message-documents'
export { firstIdAt, MongoOrphans } from './mongo-orphans'
