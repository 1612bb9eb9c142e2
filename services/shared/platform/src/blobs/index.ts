export { copyFolder, type BlobCopyOptions, type BlobCopyReport } from './copy-folder'
export { createFolderBlobStore, writeFolderOf } from './folder-blob-store'
export { createS3BlobStore, type S3Settings } from './s3-blob-store'
export { s3Fields, s3SettingsOf } from './s3-fields'
