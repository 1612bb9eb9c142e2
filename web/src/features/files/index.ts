export { FileListButton, type ChosenFileList } from './file-list-button'
export const loadFilesPage = () => import('./files-page')
