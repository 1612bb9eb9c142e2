export { createUserFetch, type FetchUserFromAuth } from './catch-up'
export { directoryConsumer, type DirectoryConsumerDeps } from './directory.consumer'
export {
  createSessionDirectory,
  type CachedSessionDirectory,
  type SessionDirectoryOptions,
} from './session-directory'
