import { useTranslation } from 'react-i18next'

import { playSound } from '../../lib/notify'

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
