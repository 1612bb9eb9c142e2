import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../ui/icon-action'
import { MutedIcon, VolumeIcon } from '../../ui/icons'
import { lateToOpen } from '../../ui/late'
import type { VolumeProps } from './volume-slider'

const VolumePanel = lateToOpen(async () => (await import('./volume-panel')).VolumePanel)

export const VolumeButton = (props: VolumeProps) => {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconAction
        label={t('shell.volume')}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {props.volume === 0 ? <MutedIcon /> : <VolumeIcon />}
      </IconAction>
      <VolumePanel {...props} open={anchor !== null} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  )
}
