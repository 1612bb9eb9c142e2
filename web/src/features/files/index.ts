export { SendFileListDialog, type ChosenFileList } from './send-file-list-dialog'
