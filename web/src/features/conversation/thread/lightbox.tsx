import { useTranslation } from 'react-i18next'
import Lightbox from 'yet-another-react-lightbox'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'

export interface Picture {
  messageId: string
  url: string
  name: string
}

export interface PictureViewerProps {
  pictures: Picture[]
  openId: string
  onClose: () => void
}

/** The ticket's pictures, large: arrows, zoom up to five times, download. Loaded when first opened. */
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
      slides={pictures.map(({ url, name }) => ({ src: url, alt: name, download: { url, filename: name } }))}
      plugins={[Zoom, Download]}
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
