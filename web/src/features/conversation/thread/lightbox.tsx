import { useTranslation } from 'react-i18next'
import Lightbox, { type Slide } from 'yet-another-react-lightbox'
import Download from 'yet-another-react-lightbox/plugins/download'
import Video from 'yet-another-react-lightbox/plugins/video'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'

import type { Picture } from './pictures'

export interface PictureViewerProps {
  pictures: Picture[]
  openId: string
  onClose: () => void
}

const toSlide = ({ kind, url, name, mimeType }: Picture): Slide => {
  const download = { url, filename: name }
  if (kind === 'image') return { src: url, alt: name, download }
  return { type: 'video', sources: [{ src: url, type: mimeType }], download }
}

/** The ticket's pictures and videos, large: arrows, zoom up to five times, download. Loaded when first opened. */
export const PictureViewer = ({ pictures, openId, onClose }: PictureViewerProps) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  return (
    <Lightbox
      open
      close={onClose}
      index={Math.max(
        0,
        pictures.findIndex(({ messageId }) => messageId === openId),
      )}
      slides={pictures.map(toSlide)}
      plugins={[Zoom, Video, Download]}
      carousel={{ finite: true }}
      zoom={{ maxZoomPixelRatio: 5, scrollToZoom: true }}
      labels={{
        Previous: t('media.previous'),
        Next: t('media.next'),
        Close: common('actions.close'),
        Download: t('media.download'),
        'Zoom in': t('media.zoomIn'),
        'Zoom out': t('media.zoomOut'),
      }}
    />
  )
}
