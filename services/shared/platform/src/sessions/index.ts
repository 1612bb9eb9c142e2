export { createUserFetch, type FetchUserFromAuth } from './catch-up'
export { directoryConsumer, movedUsersConsumer, type DirectoryConsumerDeps } from './directory.consumer'
export {
  createSessionDirectory,
  type CachedSessionDirectory,
  type SessionDirectoryOptions,
} from './session-directory'
