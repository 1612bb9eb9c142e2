export { ImportOutcome } from './import-outcome'
export { UploadStep } from './upload-step'
export { useSheetUpload } from './use-sheet-upload'
export { writeFaults } from './import-result'
