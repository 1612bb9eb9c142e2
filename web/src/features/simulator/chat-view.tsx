import {
  parseVcards,
  type SimulatorBehaviour,
  type SimulatorChatMessage,
  type SimulatorChoices,
} from '@balcao/contracts'
import { useEffect, useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { formatTime } from '../../lib/format-date'
import { formatPhone } from '../../lib/format-phone'
import { Avatar } from '../../ui/avatar'
import { RichText } from '../../ui/rich-text'
import { simulatorClient, readMediaFile } from './simulator-client'
import { MessageMedia } from './message-media'
import { Ticks } from './ticks'
import { usePolled } from './use-polled'

const EVERY_MS = 1000

export interface ChatViewProps {
  connection: number
  number: string
  name: string
  /** Of a new chat: Meta shows the number to nobody new. */
  hidesNumber?: boolean
  receipts: SimulatorBehaviour['receipts']
  /** Whether the number is of the official API. */
  isOfficial: boolean
  /** Whether an agent types in this chat. */
  isTyping: boolean
  onBack: () => void
  onError: (error: unknown) => void
}

const Receipts = ({
  message,
  connection,
  onError,
}: {
  message: SimulatorChatMessage
  connection: number
  onError: (error: unknown) => void
}) => {
  const { t } = useTranslation('simulator')
  const give = (ack: 2 | 3) => simulatorClient.receipt(connection, message.id, ack).catch(onError)
  return (
    <span className="sim-receipts">
      {message.ack < 2 ? (
        <button type="button" onClick={() => void give(2)}>
          {t('receipt.delivered')}
        </button>
      ) : null}
      {message.ack < 3 ? (
        <button type="button" onClick={() => void give(3)}>
          {t('receipt.read')}
        </button>
      ) : null}
    </span>
  )
}

/** Buttons of the desk's message, which the customer taps to answer. */
const Buttons = ({ buttons, onChoose }: { buttons: readonly string[]; onChoose: (text: string) => void }) => (
  <span className="sim-receipts">
    {buttons.map((text) => (
      <button key={text} type="button" onClick={() => onChoose(text)}>
        {text}
      </button>
    ))}
  </span>
)

/** A list of the desk's message, which its button opens, or buttons. */
const Choices = ({
  choices: { open, options },
  onChoose,
}: {
  choices: SimulatorChoices
  onChoose: (text: string) => void
}) => {
  if (open === '') return <Buttons buttons={options.map(({ title }) => title)} onChoose={onChoose} />
  return (
    <details className="sim-list">
      <summary>{open}</summary>
      {options.map(({ title, description }, index) => (
        <button key={index} type="button" onClick={() => onChoose(title)}>
          {title}
          {description ? <small>{description}</small> : null}
        </button>
      ))}
    </details>
  )
}

const Bubble = ({
  message,
  manual,
  isOfficial,
  onChoose,
  ...chat
}: {
  message: SimulatorChatMessage
  manual: boolean
  /** The customer taps a button of the message. */
  onChoose: (text: string) => void
} & Pick<ChatViewProps, 'connection' | 'number' | 'isOfficial' | 'onError'>) => {
  const { t } = useTranslation('simulator')
  const mine = message.direction === 'in'
  const handleDelete = () =>
    simulatorClient.revise(chat.connection, chat.number, message.id).catch(chat.onError)
  return (
    <li className={mine ? 'sim-bubble sim-bubble--mine' : 'sim-bubble'}>
      {message.deleted ? (
        <em className="sim-deleted">{t('deleted')}</em>
      ) : (
        <>
          {message.media ? <MessageMedia media={message.media} kind={message.kind} /> : null}
          {parseVcards(message.vcard ?? '').map((contact, index) => (
            <span key={index} className="sim-contact">
              <b>{contact.name}</b> {formatPhone(contact.digits) || contact.number}
            </span>
          ))}
          {message.body ? (
            <span className="sim-bubble__text">
              <RichText text={message.body} />
            </span>
          ) : null}
        </>
      )}
      <span className="sim-bubble__meta">
        {mine && !message.deleted && !isOfficial ? (
          <button type="button" className="sim-bubble__delete" onClick={() => void handleDelete()}>
            {t('delete')}
          </button>
        ) : null}
        <time dateTime={message.at}>{formatTime(new Date(message.at))}</time>
        {mine ? <Ticks message={message} /> : null}
      </span>
      {message.buttons ? <Buttons buttons={message.buttons} onChoose={onChoose} /> : null}
      {message.choices ? <Choices choices={message.choices} onChoose={onChoose} /> : null}
      {!mine && manual && message.ack < 3 ? (
        <Receipts message={message} connection={chat.connection} onError={chat.onError} />
      ) : null}
    </li>
  )
}

/** Keeps the newest message in view unless the person scrolled up. */
const useStickToEnd = (count: number) => {
  const ref = useRef<HTMLUListElement>(null)
  const atEnd = useRef(true)
  useLayoutEffect(() => {
    const list = ref.current
    if (list && atEnd.current) list.scrollTop = list.scrollHeight
  }, [count])
  const handleScroll = () => {
    const list = ref.current
    if (list) atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < 80
  }
  return { ref, onScroll: handleScroll }
}

const Composer = ({
  connection,
  number,
  name,
  hidesNumber = false,
  onSent,
  onError,
}: Omit<ChatViewProps, 'receipts' | 'isOfficial' | 'isTyping' | 'onBack'> & { onSent: () => void }) => {
  const { t } = useTranslation('simulator')
  const [text, setText] = useState('')
  const say = async (more: { body?: string; media?: { name: string; mimeType: string; base64: string } }) => {
    try {
      await simulatorClient.say({ connection, number, name, ...(hidesNumber && { hidesNumber }), ...more })
      onSent()
    } catch (error) {
      onError(error)
    }
  }
  const handleSend = () => {
    const body = text.trim()
    if (body === '') return
    setText('')
    void say({ body })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    handleSend()
  }
  const handleFiles = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    for (const file of files) await say({ media: await readMediaFile(file) })
  }
  return (
    <div className="sim-composer">
      <label className="sim-round" title={t('attach')}>
        <input
          type="file"
          multiple
          className="visually-hidden"
          aria-label={t('attach')}
          onChange={(event) => void handleFiles(event)}
        />
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M20 11l-8.500 8.500a5 5 0 0 1-7-7L13 4a3.500 3.500 0 0 1 5 5l-8.500 8.500a2 2 0 0 1-3-3L14 7" />
        </svg>
      </label>
      <textarea
        rows={1}
        aria-label={t('message')}
        placeholder={t('message')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
      />
      <button type="button" className="sim-round sim-round--send" aria-label={t('send')} onClick={handleSend}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 20l18-8L3 4v6l11 2-11 2z" fill="currentColor" stroke="none" />
        </svg>
      </button>
    </div>
  )
}

/** One chat on the phone, from the customer's side. */
export const ChatView = ({ receipts, isOfficial, isTyping, onBack, ...chat }: ChatViewProps) => {
  const { t } = useTranslation('simulator')
  const { connection, number, name, onError } = chat
  const { data: messages, refresh } = usePolled(
    `${connection}:${number}`,
    () => simulatorClient.messages(connection, number),
    EVERY_MS,
  )
  const list = useStickToEnd(messages?.length ?? 0)
  const unread = messages?.some((message) => message.direction === 'out' && message.ack < 3) ?? false

  const handleChoose = (message: SimulatorChatMessage, body: string) =>
    void simulatorClient.say({ connection, number, name, body, quotedId: message.id }).then(refresh, onError)

  useEffect(() => {
    // With automatic receipts an open chat marks messages as read.
    if (unread && receipts === 'auto') void simulatorClient.read(connection, number).catch(onError)
  }, [unread, receipts, connection, number, onError, messages?.length])

  return (
    <div className="sim-chat">
      <header className="sim-phone__head">
        <button type="button" className="sim-round" aria-label={t('back')} onClick={onBack}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M15 5l-7 7 7 7" />
          </svg>
        </button>
        <Avatar name={name} seed={number} size={36} />
        <span className="sim-phone__who">
          <strong>{name}</strong>
          <small className={isTyping ? 'sim-typing' : undefined} role="status">
            {isTyping ? t('typing') : formatPhone(number)}
          </small>
        </span>
        {isOfficial ? (
          <button
            type="button"
            className="sim-button"
            title={t('passDay.hint')}
            onClick={() => void simulatorClient.passDay(connection, number).then(refresh, onError)}
          >
            {t('passDay.label')}
          </button>
        ) : null}
        {receipts === 'manual' && unread ? (
          <button
            type="button"
            className="sim-button"
            onClick={() => void simulatorClient.read(connection, number).catch(onError)}
          >
            {t('markRead')}
          </button>
        ) : null}
      </header>
      <ul className="sim-messages" tabIndex={0} aria-label={t('messagesOf', { name })} {...list}>
        {messages?.map((message) => (
          <Bubble
            key={`${message.direction}:${message.id}`}
            message={message}
            manual={receipts === 'manual'}
            isOfficial={isOfficial}
            onChoose={(text) => handleChoose(message, text)}
            {...chat}
          />
        ))}
      </ul>
      <Composer {...chat} onSent={refresh} />
    </div>
  )
}
