import DownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import { parseVcards, type MessageView, type VcardContact } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { formatPhone } from '../../../lib/format-phone'
import { Avatar } from '../../../ui/avatar'
import type { Person } from './person'

/** 1,2 MB */
export const formatSize = (bytes: number, language: string): string => {
  const units = ['B', 'KB', 'MB', 'GB']
  const step = bytes <= 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  return `${amount.toLocaleString(language, { maximumFractionDigits: amount < 10 && step > 0 ? 1 : 0 })} ${units[step]}`
}

/** The start and the end of a long file name: both say what it is. */
const shorten = (name: string): string =>
  name.length > 38 ? `${name.slice(0, 22)}…${name.slice(-12)}` : name

export const DocumentCard = ({ message }: { message: MessageView }) => {
  const { t, i18n } = useTranslation('tickets')
  const name = message.media?.name ?? message.body
  const thumbnail = message.media?.thumbnail
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase()
  return (
    <a
      className="document"
      href={message.mediaUrl ?? undefined}
      download={name}
      target="_blank"
      rel="noopener noreferrer"
      title={name}
    >
      <span className="visually-hidden">{t('media.downloadNamed', { name })}</span>
      {thumbnail ? (
        <img className="document__page" src={thumbnail} alt={t('media.firstPage', { name })} />
      ) : (
        <span className="document__icon">{extension ?? <InsertDriveFileOutlined />}</span>
      )}
      <span className="document__text">
        <b>{shorten(name)}</b>
        <small>{formatSize(message.media?.sizeBytes ?? 0, i18n.language)}</small>
      </span>
      <DownloadOutlined />
    </a>
  )
}

/** Old payloads put image, link and description in the body, joined by pipes. */
const parseLocation = ({
  location,
  body,
}: MessageView): { name: string; address: string; href: string } | null => {
  if (location) {
    const { latitude, longitude, name, address } = location
    return {
      name,
      address,
      href: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
    }
  }
  const [, link, description] = body.split('|').map((part) => part.trim())
  return link && /^https:\/\//.test(link) ? { name: description ?? '', address: '', href: link } : null
}

export const LocationCard = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const location = parseLocation(message)
  if (!location) return <p className="bubble__note">{common('preview.locationMessage')}</p>
  return (
    <a className="location" href={location.href} target="_blank" rel="noopener noreferrer">
      <span className="location__map" aria-hidden="true">
        <PlaceOutlined />
      </span>
      <span className="location__text">
        <b>{location.name || t('media.location')}</b>
        {location.address ? <small>{location.address}</small> : null}
        <span className="location__open">{t('media.view')}</span>
      </span>
    </a>
  )
}

export interface PersonActions {
  talk: (person: Person) => void
  saveContact: (person: Person) => void
}

export interface VcardCardsProps {
  message: MessageView
  /** Absent where nothing can be done. */
  actions?: PersonActions
}

/** The contacts in a message, each as a card. */
export const VcardCards = ({ message, actions }: VcardCardsProps) => {
  const { t: common } = useTranslation()
  const contacts = parseVcards(message.body)
  if (contacts.length === 0) return <p className="bubble__note">{common('preview.vcard')}</p>
  return contacts.map((contact, index) => <VcardCard key={index} contact={contact} actions={actions} />)
}

const VcardCard = ({ contact, actions }: { contact: VcardContact; actions?: PersonActions }) => {
  const { t } = useTranslation('tickets')
  const person = { name: contact.name, number: contact.digits && `+${contact.digits}` }
  return (
    <div className="vcard">
      <Avatar name={contact.name} size={40} />
      <span className="vcard__text">
        <b>{contact.name}</b>
        <small>{formatPhone(contact.digits) || contact.number}</small>
      </span>
      {actions ? (
        <span className="vcard__actions">
          <button
            type="button"
            aria-label={t('media.talkTo', { name: contact.name })}
            onClick={() => actions.talk(person)}
          >
            {t('media.talk')}
          </button>
          <button
            type="button"
            aria-label={t('media.saveContactOf', { name: contact.name })}
            onClick={() => actions.saveContact(person)}
          >
            {t('media.saveContact')}
          </button>
        </span>
      ) : null}
    </div>
  )
}
