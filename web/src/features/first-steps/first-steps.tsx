import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'

import { useListConnectionsQuery } from '../../data/connections.api'
import '../../data/connections.live'
import { useMe } from '../../data/hooks'
import { isAnswered, useKeepAnswered } from '../../data/keep-answer'
import { useListQueuesQuery } from '../../data/queues.api'
import '../../data/queues.live'
import { buildFirstFilter, flattenTickets, type TicketFilter } from '../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../data/tickets.api'
import '../../data/tickets.live'
import { useListAllUsersQuery } from '../../data/users.api'
import '../../data/users.live'
import { can } from '../../lib/can'
import { simulatedPhonePath } from '../../lib/simulated-phone'
import { readStored, storageKeys, writeStored } from '../../lib/storage'
import { CheckIcon, CloseIcon } from '../../ui/icons'
import { listSteps, type Step } from './steps'
import './first-steps.css'

const allTickets: TicketFilter = { showAll: true, queueIds: null, tags: [], users: [], searchParam: '' }

const readHidden = () => readStored(storageKeys.hidesFirstSteps) !== null
const readAnswered = () => readStored(storageKeys.hasAnswered) !== null

/* Kept once it is so: the last message of a ticket is soon the customer's again. Undefined until it is known. */
const useHasAnswered = (): boolean | undefined => {
  const [wasKept] = useState(readAnswered)
  // The list that the page of tickets opens with: mostly answered, and here already.
  const { data: open } = useListTicketsInfiniteQuery(buildFirstFilter(useMe()), { skip: wasKept })
  const isSeen = wasKept || flattenTickets(open).some(isAnswered)
  const { data } = useListTicketsInfiniteQuery(allTickets, { skip: isSeen || !open })
  const isSo = isSeen || flattenTickets(data).some(isAnswered)
  useKeepAnswered(isSo)
  return isSeen || data ? isSo : undefined
}

/* Undefined until all of it is loaded. */
const useSteps = (): Step[] | undefined => {
  const { data: connections } = useListConnectionsQuery(undefined)
  const { data: queues } = useListQueuesQuery(undefined)
  const { data: users } = useListAllUsersQuery(undefined)
  const hasAnswered = useHasAnswered()
  if (!connections || !queues || !users || hasAnswered === undefined) return undefined
  return listSteps({
    connections,
    queueCount: queues.length,
    userCount: users.length,
    hasTriedBot: readStored(storageKeys.triedBot) !== null,
    hasAnswered,
  })
}

const StepRow = ({ step: { id, path, isDone, simulatedId } }: { step: Step }) => {
  const { t } = useTranslation()
  return (
    <li className="first-steps__step" data-done={isDone || undefined}>
      <span className="first-steps__mark" aria-hidden>
        {isDone ? <CheckIcon fontSize="inherit" /> : null}
      </span>
      <Link to={path}>{t(`firstSteps.${id}`)}</Link>
      {isDone ? <span className="visually-hidden">{t('firstSteps.done')}</span> : null}
      <small>
        {simulatedId === undefined ? (
          t(`firstSteps.${id}Why`)
        ) : (
          <a href={simulatedPhonePath(simulatedId)} target="_blank" rel="noopener">
            {t('firstSteps.answerSimulated')}
          </a>
        )}
      </small>
    </li>
  )
}

const Checklist = () => {
  const { t } = useTranslation()
  const [isHidden, setHidden] = useState(readHidden)
  const steps = useSteps()
  if (isHidden || !steps || steps.every(({ isDone }) => isDone)) return null
  const handleHide = () => {
    writeStored(storageKeys.hidesFirstSteps, '1')
    setHidden(true)
  }
  return (
    <section className="first-steps" aria-label={t('firstSteps.title')}>
      <header>
        <h2>{t('firstSteps.title')}</h2>
        <span>
          {t('firstSteps.progress', { done: steps.filter(({ isDone }) => isDone).length, all: steps.length })}
        </span>
        <IconButton size="small" aria-label={t('firstSteps.hide')} onClick={handleHide}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </header>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </ol>
    </section>
  )
}

/** Leads an administrator through an empty company; nothing once all is set up, or for others. */
export const FirstSteps = () => (can(useMe(), 'drawer-admin-items:view') ? <Checklist /> : null)

const NextStepLine = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const steps = useSteps()
  const next = steps?.find(({ isDone }) => !isDone)
  const isBegun = steps?.some(({ isDone }) => isDone)
  // A company that answers its customers needs nobody to lead it.
  const isServing = steps?.some(({ id, isDone }) => id === 'answer' && isDone)
  if (!next || !isBegun || isServing) return null
  const name = t(`firstSteps.${next.id}`)
  return (
    <p className="next-step" role="note">
      {t('firstSteps.next')}{' '}
      {next.path === pathname ? <strong>{name}</strong> : <Link to={next.path}>{name}</Link>}
      <small>{t(`firstSteps.${next.id}Why`)}</small>
    </p>
  )
}

/**
 * On a page where a step is done: the first one that is left, from the first done one to the first answer. Nothing where they are hidden,
 * or for others. A desk that is known to have answered is asked for nothing.
 */
export const NextStep = () => {
  const isLed = can(useMe(), 'drawer-admin-items:view') && !readHidden() && !readAnswered()
  return isLed ? <NextStepLine /> : null
}
