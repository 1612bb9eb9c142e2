export { createFolderBlobStore } from './folder-blob-store'
