import AddOutlined from '@mui/icons-material/AddOutlined'
import CloseOutlined from '@mui/icons-material/CloseOutlined'
import SendRounded from '@mui/icons-material/SendRounded'
import { useTranslation } from 'react-i18next'

import { translateTooLarge } from '../../../lib/upload-limit'
import { IconAction } from '../../../ui/icon-action'
import { formatSize } from '../thread/cards'
import type { Attachment, Attachments } from './use-attachments'

export interface AttachmentTrayProps {
  attachments: Attachments
  onPick: () => void
  onSend: () => void
}

const Thumbnail = ({ attachment }: { attachment: Attachment }) => {
  if (attachment.url)
    return <img className="tray__thumb" src={attachment.url} alt="" width={72} height={72} />
  const extension = /\.([a-z0-9]{1,5})$/i.exec(attachment.file.name)?.[1] ?? '—'
  return <span className="tray__thumb tray__thumb--file">{extension.toUpperCase()}</span>
}

/** The files that will go, each with its own caption. Takes the composer's place until they are sent or removed. */
export const AttachmentTray = ({
  attachments: { attachments, remove, setCaption, clear },
  onPick,
  onSend,
}: AttachmentTrayProps) => {
  const { t, i18n } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const isBlocked = attachments.some(({ refused }) => refused !== null)
  return (
    <div className="tray" role="group" aria-label={t('composer.attachments')}>
      <ul className="tray__files">
        {attachments.map((attachment, index) => (
          <li key={attachment.id} className="tray__file">
            <Thumbnail attachment={attachment} />
            <div className="tray__text">
              <span className="tray__name" title={attachment.file.name}>
                {attachment.file.name} <small>{formatSize(attachment.file.size, i18n.language)}</small>
              </span>
              {attachment.refused ? (
                <span className="tray__refused" role="alert">
                  {attachment.refused === 'large' ? translateTooLarge() : t('composer.emptyFile')}
                </span>
              ) : (
                <input
                  value={attachment.caption}
                  autoFocus={index === 0}
                  placeholder={t('composer.caption')}
                  aria-label={t('composer.captionOf', { name: attachment.file.name })}
                  maxLength={4096}
                  onChange={(event) => setCaption(attachment.id, event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                    // The composer that takes this place has the focus before the key's default action.
                    event.preventDefault()
                    if (!isBlocked) onSend()
                  }}
                />
              )}
            </div>
            <IconAction
              size="small"
              label={t('composer.removeFile', { name: attachment.file.name })}
              onClick={() => remove(attachment.id)}
            >
              <CloseOutlined fontSize="small" />
            </IconAction>
          </li>
        ))}
      </ul>
      <div className="tray__actions">
        <button type="button" className="tray__more" onClick={onPick}>
          <AddOutlined fontSize="small" /> {t('composer.addFile')}
        </button>
        <button type="button" className="tray__more" onClick={clear}>
          {common('actions.cancel')}
        </button>
        <button
          type="button"
          className="composer__send"
          disabled={isBlocked}
          onClick={onSend}
          aria-label={t('composer.sendFiles', { count: attachments.length })}
        >
          <SendRounded fontSize="small" />
        </button>
      </div>
    </div>
  )
}
