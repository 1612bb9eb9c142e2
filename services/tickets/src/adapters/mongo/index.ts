export { openMongo, type MongoConnection } from './mongo-connection'
export { MongoMovedDocuments } from './mongo-moved-documents'
