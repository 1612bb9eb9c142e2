import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { playSound } from '../../lib/notify'
import { IconAction } from '../../ui/icon-action'
import { MutedIcon, VolumeIcon } from '../../ui/icons'

export interface VolumeProps {
  volume: number
  onChange: (volume: number) => void
}

/** 0 to 1 in steps of 0.1; a sample plays on release. */
export const VolumeSlider = ({ volume, onChange }: VolumeProps) => {
  const { t } = useTranslation()
  return (
    <div className="volume">
      <input
        type="range"
        aria-label={t('shell.volume')}
        aria-valuetext={`${Math.round(volume * 100)}%`}
        min={0}
        max={1}
        step={0.1}
        value={volume}
        onChange={(event) => onChange(Number(event.target.value))}
        onPointerUp={() => playSound(volume)}
        onKeyUp={() => playSound(volume)}
      />
      <output aria-hidden="true">{Math.round(volume * 100)}%</output>
    </div>
  )
}

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
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': t('shell.volume'), sx: { width: 220, px: 6, py: 3 } },
        }}
      >
        <VolumeSlider {...props} />
      </Popover>
    </>
  )
}
