import ButtonBase from '@mui/material/ButtonBase'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Avatar, type AvatarProps } from './avatar'

const LargePicture = lazy(async () => ({ default: (await import('./large-picture')).LargePicture }))

/** An avatar whose picture opens large; without a picture it is no button. */
export const AvatarButton = (props: AvatarProps) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { name, url } = props
  if (!url) return <Avatar {...props} />
  return (
    <>
      <ButtonBase
        aria-label={t('picture.open', { name })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        sx={{ borderRadius: '50%', '&.Mui-focusVisible': { outline: '2px solid', outlineOffset: 2 } }}
      >
        <Avatar {...props} />
      </ButtonBase>
      {isOpen ? (
        <Suspense fallback={null}>
          <LargePicture url={url} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
