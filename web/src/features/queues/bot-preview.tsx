import type { BotConfig, ConnectionView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { storageKeys, writeStored } from '../../lib/storage'
import { DateField } from '../../ui/date-field'
import { RichText } from '../../ui/rich-text'
import { startPreview, writeToBot, type PreviewLine } from './preview-chat'
import './bot-preview.css'

export interface BotPreviewProps {
  /** Undefined until all of it is loaded. */
  config: BotConfig | undefined
  /** Numbers that offer the queue. */
  connections: readonly ConnectionView[]
  connectionId: number | ''
  onConnection: (id: number | '') => void
}

const Line = ({ line, config }: { line: PreviewLine; config: BotConfig }) => {
  const { t } = useTranslation('queues')
  if (line.from === 'silence') return <p className="preview__note">{t('preview.silence')}</p>
  if (line.from === 'desk') {
    const name = config.queues.find(({ id }) => id === line.queueId)?.name
    return <p className="preview__note">{name ? t('preview.moved', { name }) : t('preview.leftQueue')}</p>
  }
  const file = line.from === 'bot' ? line.fileName : ''
  return (
    <div className={`preview__bubble preview__bubble--${line.from}`}>
      <span className="visually-hidden">{t(`preview.from.${line.from}`)}: </span>
      {file ? <span className="preview__file">{file}</span> : null}
      <RichText text={line.text} />
    </div>
  )
}

/** Scrolls to the newest line. */
const useEnd = (count: number) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const log = ref.current
    if (log) log.scrollTop = log.scrollHeight
  }, [count])
  return ref
}

const readTime = (when: string): number => (when === '' ? Date.now() : new Date(when).getTime())

/** The number's bot, answering by the rules of the server before anything is saved. */
export const BotPreview = ({ config, connections, connectionId, onConnection }: BotPreviewProps) => {
  const { t } = useTranslation('queues')
  const [chat, setChat] = useState(startPreview)
  const [text, setText] = useState('')
  const [when, setWhen] = useState('')
  const log = useEnd(chat.lines.length)
  const restart = () => setChat(startPreview())
  const handleSend = () => {
    if (!config || text.trim() === '') return
    setChat(writeToBot(config, chat, text, readTime(when)))
    setText('')
    // A step of the checklist for new companies.
    writeStored(storageKeys.triedBot, '1')
  }
  // Enter would submit the dialog around.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    handleSend()
  }
  return (
    <section className="preview" aria-label={t('preview.title')}>
      <header className="preview__head">
        <b>{t('preview.title')}</b>
        <Button size="small" color="secondary" onClick={restart} disabled={chat.lines.length === 0}>
          {t('preview.restart')}
        </Button>
      </header>
      <div className="preview__setup">
        <TextField
          select
          size="small"
          label={t('preview.connection')}
          value={connectionId}
          onChange={({ target }) => {
            onConnection(target.value === '' ? '' : Number(target.value))
            restart()
          }}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          {connections.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
          <MenuItem value="">{t('preview.onlyQueue')}</MenuItem>
        </TextField>
        <DateField
          kind="dateTime"
          label={t('preview.when')}
          hint={t(when === '' ? 'preview.now' : 'preview.zone')}
          value={when}
          onChange={setWhen}
        />
      </div>
      <div className="preview__log" role="log" tabIndex={0} aria-label={t('preview.log')} ref={log}>
        {chat.lines.length === 0 ? <p className="preview__note">{t('preview.empty')}</p> : null}
        {config ? chat.lines.map((line, index) => <Line key={index} line={line} config={config} />) : null}
      </div>
      <div className="preview__write">
        <TextField
          size="small"
          fullWidth
          placeholder={t('preview.placeholder')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={handleKey}
          slotProps={{ htmlInput: { 'aria-label': t('preview.placeholder'), autoComplete: 'off' } }}
        />
        <Button variant="contained" onClick={handleSend} disabled={!config || text.trim() === ''}>
          {t('preview.send')}
        </Button>
      </div>
    </section>
  )
}
