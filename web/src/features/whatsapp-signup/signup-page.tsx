import './signup-page.css'

import type { SignupAppView } from '@balcao/contracts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { openSignupChannel, type PageMessage, type SignupChannel } from '../../lib/signup-channel'
import { loadMetaSdk } from './meta-sdk'
import { runSignup } from './run-signup'

type Sdk = Awaited<ReturnType<typeof loadMetaSdk>>

/** `alone`: opened by nobody. `loading`: until the desk and Meta's JavaScript are there. */
type Stage = { kind: 'alone' | 'loading' | 'open' | 'done' } | ({ kind: 'ready' } & Ready)

interface Ready {
  sdk: Sdk
  app: SignupAppView
  isOnPhone: boolean
}

/* The desk's dialog and this window; each says once how it ended. */
const useSignup = (attempt: string) => {
  const { i18n } = useTranslation('connections')
  const [stage, setStage] = useState<Stage>({ kind: attempt === '' ? 'alone' : 'loading' })
  const channel = useRef<SignupChannel<'page'>>(undefined)
  const hasEnded = useRef(false)

  const end = (message: PageMessage) => {
    if (hasEnded.current) return
    hasEnded.current = true
    channel.current?.tell(message)
    setStage({ kind: 'done' })
  }
  const endWith = useRef(end)

  useEffect(() => {
    if (attempt === '') return
    const opened = openSignupChannel('page', attempt, (message) => {
      if (message.kind === 'close') {
        hasEnded.current = true
        setStage({ kind: 'done' })
        window.close()
        return
      }
      const { app, isOnPhone } = message
      loadMetaSdk(app, i18n.language).then(
        (sdk) => setStage({ kind: 'ready', sdk, app, isOnPhone }),
        () => endWith.current({ from: 'page', attempt, kind: 'ended', end: { why: 'unavailable' } }),
      )
    })
    channel.current = opened
    const leave = () => endWith.current({ from: 'page', attempt, kind: 'ended', end: { why: 'closed' } })
    window.addEventListener('pagehide', leave)
    opened.tell({ from: 'page', attempt, kind: 'ready' })
    return () => {
      window.removeEventListener('pagehide', leave)
      opened.close()
    }
  }, [attempt, i18n.language])

  const open = async ({ sdk, app, isOnPhone }: Ready) => {
    // Before the dialog is there: the click that the browser wants is this one.
    const running = runSignup(sdk, app, isOnPhone)
    setStage({ kind: 'open' })
    end({ from: 'page', attempt, ...(await running) })
    window.close()
  }
  return { stage, open }
}

/** A window of its own, since Meta's JavaScript runs in it: opened by the desk, tells it alone what Meta's dialog gave. */
export const SignupPage = ({ attempt }: { attempt: string }) => {
  const { t } = useTranslation('connections')
  const { stage, open } = useSignup(attempt)
  return (
    <main className="signup-page">
      <h1>{t('signup.page.title')}</h1>
      {stage.kind === 'ready' ? (
        <>
          <p>{t('signup.page.text')}</p>
          <button type="button" autoFocus onClick={() => void open(stage)}>
            {t('signup.page.open')}
          </button>
        </>
      ) : (
        <p role="status">{t(`signup.page.${stage.kind}`)}</p>
      )}
    </main>
  )
}
