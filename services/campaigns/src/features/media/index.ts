export { storeUpload, type MediaDeps, type StoredFile } from './store-upload'
