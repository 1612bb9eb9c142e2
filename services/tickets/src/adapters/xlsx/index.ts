export { ChildSheetReader } from './child-sheet-reader'
