import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { currentLanguage, languageNames, languages, setLanguage } from '../i18n/i18n'
import { BrandMark } from './brand-mark'
import './public-form.css'

/* The public pages are plain HTML and CSS: they load before everything else and stay light. */

export const LanguageSelect = () => {
  const { t } = useTranslation()
  return (
    <select
      className="public__select"
      aria-label={t('shell.language')}
      value={currentLanguage()}
      onChange={(event) => {
        const chosen = languages.find((language) => language === event.target.value)
        if (chosen) void setLanguage(chosen)
      }}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {languageNames[language]}
        </option>
      ))}
    </select>
  )
}

export interface PublicPageProps {
  title: string
  lead?: string
  wide?: boolean
  children: ReactNode
}

/** A card in the middle, with the language above it. */
export const PublicPage = ({ title, lead, wide, children }: PublicPageProps) => {
  const { t } = useTranslation()
  return (
    <div className="public">
      <header className="public__bar">
        <LanguageSelect />
      </header>
      <main className={wide ? 'public__card public__card--wide' : 'public__card'}>
        <div className="public__brand">
          <BrandMark />
          {t('app.name')}
        </div>
        <h1 className="public__title">{title}</h1>
        {lead ? <p className="public__lead">{lead}</p> : null}
        {children}
      </main>
    </div>
  )
}

export interface PlainFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  label: string
  error?: string
  /** A password: with a button that shows it. */
  secret?: boolean
  /** Id of a text that describes the field, besides its error. */
  describedBy?: string
}

export const PlainField = ({
  label,
  error,
  secret = false,
  describedBy,
  type,
  ...input
}: PlainFieldProps) => {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="field__box">
        <input
          {...input}
          id={id}
          type={secret ? (shown ? 'text' : 'password') : type}
          className={secret ? 'field__input field__input--secret' : 'field__input'}
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && `${id}-error`, describedBy].filter(Boolean).join(' ') || undefined}
        />
        {secret ? (
          <button
            type="button"
            className="field__toggle"
            aria-pressed={shown}
            aria-label={`${shown ? t('actions.hide') : t('actions.show')}: ${label}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? t('actions.hide') : t('actions.show')}
          </button>
        ) : null}
      </div>
      {error ? (
        <span className="field__error" id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}

/** The form's one button; keeps its width and focus while busy. */
export const SubmitButton = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <button type="submit" className="submit" aria-disabled={busy} aria-busy={busy}>
    {busy ? <span className="submit__spinner" aria-hidden="true" /> : null}
    {children}
  </button>
)

export const Notice = ({ kind, children }: { kind: 'error' | 'info'; children: ReactNode }) => (
  <div className={`notice notice--${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
    <span>{children}</span>
  </div>
)
