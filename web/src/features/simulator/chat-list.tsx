import { keepDigits, type SimulatorChat } from '@balcao/contracts'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { currentLanguage, locales } from '../../i18n/i18n'
import { formatMoment } from '../../lib/format-date'
import { formatPhone } from '../../lib/format-phone'
import { formatPlainText } from '../../lib/parse-marks'
import { Avatar } from '../../ui/avatar'

export interface OpenChat {
  number: string
  name: string
  /** The customer has a user name, and Meta shows the number to nobody new. */
  hidesNumber?: boolean
}

const isNumber = (digits: string) => /^\d{8,15}$/.test(digits)

const NewChat = ({ isOfficial, onOpen }: { isOfficial: boolean; onOpen: (chat: OpenChat) => void }) => {
  const { t } = useTranslation('simulator')
  const [number, setNumber] = useState('')
  const [name, setName] = useState('')
  const [hidesNumber, setHidesNumber] = useState(false)
  const digits = keepDigits(number)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isNumber(digits)) onOpen({ number: digits, name: name.trim() || formatPhone(digits), hidesNumber })
  }
  return (
    <form className="sim-new" onSubmit={handleSubmit}>
      <input
        aria-label={t('newNumber')}
        placeholder="5511999990000"
        inputMode="tel"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <input
        aria-label={t('newName')}
        placeholder={t('newName')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {isOfficial ? (
        <label className="sim-check">
          <input
            type="checkbox"
            checked={hidesNumber}
            onChange={(event) => setHidesNumber(event.target.checked)}
          />
          {t('hidesNumber')}
        </label>
      ) : null}
      <button type="submit" className="sim-button sim-button--primary" disabled={!isNumber(digits)}>
        {t('newChat')}
      </button>
    </form>
  )
}

const formatLastMessage = (chat: SimulatorChat, mediaWord: string): string =>
  formatPlainText(chat.lastBody) || (chat.lastKind === 'chat' ? '' : mediaWord)

/** Chats of this connection. */
export const ChatList = ({
  chats,
  isOfficial,
  typingIn,
  onOpen,
}: {
  chats: SimulatorChat[]
  isOfficial: boolean
  /** Numbers of the chats in which an agent types. */
  typingIn: readonly string[]
  onOpen: (chat: OpenChat) => void
}) => {
  const { t } = useTranslation('simulator')
  const { t: common } = useTranslation()
  const words = { today: common('days.today'), yesterday: common('days.yesterday') }
  return (
    <div className="sim-chats">
      <NewChat isOfficial={isOfficial} onOpen={onOpen} />
      {chats.length === 0 ? <p className="sim-hint">{t('noChats')}</p> : null}
      <ul>
        {chats.map((chat) => (
          <li key={chat.number}>
            <button
              type="button"
              className="sim-chat-row"
              onClick={() => onOpen({ number: chat.number, name: chat.name || formatPhone(chat.number) })}
            >
              <Avatar name={chat.name || chat.number} seed={chat.number} size={44} />
              <span className="sim-chat-row__text">
                <span>
                  <b>{chat.name || formatPhone(chat.number)}</b>
                  <time dateTime={chat.lastAt}>
                    {formatMoment(new Date(chat.lastAt), new Date(), locales[currentLanguage()], words)}
                  </time>
                </span>
                <span>
                  {typingIn.includes(chat.number) ? (
                    <span className="sim-chat-row__last sim-typing">{t('typing')}</span>
                  ) : (
                    <span className="sim-chat-row__last">{formatLastMessage(chat, t('media'))}</span>
                  )}
                  {chat.unread > 0 ? <em>{chat.unread}</em> : null}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
