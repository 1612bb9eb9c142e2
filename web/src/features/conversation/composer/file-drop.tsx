import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

export interface FileDropProps {
  isOpen: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** Accepts files dropped anywhere on the conversation, with a hint while they hover. */
export const FileDrop = ({ isOpen, onFiles, children }: FileDropProps) => {
  const { t } = useTranslation('tickets')
  const [isOver, setOver] = useState(false)
  // dragenter and dragleave fire for every child: counted.
  const depth = useRef(0)
  const watch = (change: number) => (event: DragEvent) => {
    if (!isOpen || !hasFiles(event)) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + change)
    setOver(depth.current > 0)
  }
  const handleDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth.current = 0
    setOver(false)
    if (isOpen) onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className="file-drop"
      onDragEnter={watch(1)}
      onDragLeave={watch(-1)}
      onDragOver={watch(0)}
      onDrop={handleDrop}
    >
      {children}
      {isOver ? (
        <div className="file-drop__overlay" role="status">
          <AttachFileOutlined />
          {t('composer.drop')}
        </div>
      ) : null}
    </div>
  )
}
