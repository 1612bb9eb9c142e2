export { ClientVersions, type VersionInUse } from './client-versions'
export { isOlder, OLDEST_VERSION, parseWebVersion, formatWebVersion, type WebVersion } from './web-version'
