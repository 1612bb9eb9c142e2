export { SendFileListDialog, type ChosenFileList } from './send-file-list-dialog'
export const loadFilesPage = () => import('./files-page')
