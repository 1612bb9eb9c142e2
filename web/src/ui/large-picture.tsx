import { useTranslation } from 'react-i18next'
import Lightbox from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'

export interface LargePictureProps {
  url: string
  name: string
  onClose: () => void
}

const noButton = () => null

/** One picture over the page, as large as it fits; Escape closes it. Loaded when first opened. */
export const LargePicture = ({ url, name, onClose }: LargePictureProps) => {
  const { t } = useTranslation()
  return (
    <Lightbox
      open
      close={onClose}
      slides={[{ src: url, alt: name }]}
      plugins={[Zoom]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      render={{ buttonPrev: noButton, buttonNext: noButton }}
      labels={{
        Close: t('actions.close'),
        Lightbox: t('picture.of', { name }),
        'Zoom in': t('picture.zoomIn'),
        'Zoom out': t('picture.zoomOut'),
      }}
    />
  )
}
