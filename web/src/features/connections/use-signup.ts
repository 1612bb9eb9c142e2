import type { SignupAppView } from '@balcao/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'

import { useSignUpCloudAccountMutation } from '../../data/cloud-accounts.api'
import { readApiError } from '../../lib/api-error'
import {
  newAttempt,
  openSignupChannel,
  signupPath,
  type PageMessage,
  type SignupEnd,
  type SignupResult,
} from '../../lib/signup-channel'

const MINUTE_MS = 60_000
const LONGEST_MS = 15 * MINUTE_MS

/** Refusals after which the same authorization is gone on with. */
const CAN_GO_ON: readonly string[] = [
  'ERR_CLOUD_REGISTER',
  'ERR_CLOUD_REGISTER_LIMIT',
  'ERR_CLOUD_WEBHOOK',
  'ERR_CLOUD_UNAVAILABLE',
  'ERR_CLOUD_SIGNUP_BUSY',
]

export type SignupState =
  | { kind: 'idle' | 'waiting' | 'saving' }
  | { kind: 'ended'; end: SignupEnd }
  /** The number has a PIN; `error` once one was refused. */
  | { kind: 'pin'; result: SignupResult; error: unknown }
  /** `result` where it can be tried again without Meta's dialog. */
  | { kind: 'refused'; error: unknown; result: SignupResult | undefined }

/* How the page of an attempt ends. */
type Outcome = Exclude<PageMessage, { kind: 'ready' }>

interface Attempt {
  tellClose(): void
  stop(): void
}

/* A window of its own; its page is not in this window's group, so that it cannot be watched from here. */
function openAttempt(
  asked: { app: SignupAppView; isOnPhone: boolean },
  hear: (message: Outcome) => void,
): Attempt | undefined {
  const attempt = newAttempt()
  const channel = openSignupChannel('desk', attempt, (message) => {
    if (message.kind === 'ready') channel.tell({ from: 'desk', attempt, kind: 'begin', ...asked })
    else hear(message)
  })
  const page = window.open(signupPath(attempt), 'whatsapp-signup', 'popup,width=560,height=560')
  if (!page) {
    channel.close()
    return undefined
  }
  const end: SignupEnd = { why: 'timeout' }
  const timer = setTimeout(() => hear({ from: 'page', attempt, kind: 'ended', end }), LONGEST_MS)
  return {
    tellClose: () => channel.tell({ from: 'desk', attempt, kind: 'close' }),
    stop: () => {
      clearTimeout(timer)
      channel.close()
    },
  }
}

/** Connects a number by Meta's embedded sign-up: its window, what comes of it, and what the server says. */
export const useSignup = (connectionId: number, onConnected: () => void) => {
  const [state, setState] = useState<SignupState>({ kind: 'idle' })
  const [signUp] = useSignUpCloudAccountMutation()
  const current = useRef<Attempt>(undefined)

  const leave = useCallback(() => {
    current.current?.tellClose()
    current.current?.stop()
    current.current = undefined
  }, [])
  useEffect(() => leave, [leave])

  const send = async (result: SignupResult, pin = '') => {
    setState({ kind: 'saving' })
    try {
      await signUp({ id: connectionId, body: { ...result, pin } }).unwrap()
      onConnected()
    } catch (error) {
      const read = readApiError(error)
      const code = read.kind === 'answer' ? read.error : ''
      if (code === 'ERR_CLOUD_PIN') return setState({ kind: 'pin', result, error })
      const canGoOn = read.kind === 'network' || CAN_GO_ON.includes(code)
      setState({ kind: 'refused', error, result: canGoOn ? result : undefined })
    }
  }

  /** @param isOnPhone the number stays in use with the WhatsApp Business app */
  const start = (app: SignupAppView, isOnPhone: boolean) => {
    leave()
    const opened = openAttempt({ app, isOnPhone }, (message) => {
      leave()
      if (message.kind === 'finished') void send(message.result)
      else setState({ kind: 'ended', end: message.end })
    })
    current.current = opened
    setState(opened ? { kind: 'waiting' } : { kind: 'ended', end: { why: 'blocked' } })
  }

  const stop = () => {
    leave()
    setState({ kind: 'idle' })
  }
  return { state, start, stop, send }
}
