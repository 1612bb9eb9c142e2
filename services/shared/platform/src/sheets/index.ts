export { ChildSheetReader, type SheetProgram } from './child-sheet-reader'
export { PgSheetImportStore, sheetImports } from './pg-sheet-import-store'
