export type { FileListStore } from './file-list.store'
