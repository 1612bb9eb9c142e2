import type { SessionUserView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { isOnTrial } from '../../data/session/subscription'
import { formatDay } from '../../lib/format-date'
import { readServerTime } from '../../lib/server-clock'
import { useIsPhone } from '../../lib/use-media'

type Paid = Pick<SessionUserView['company'], 'dueDate' | 'trialExpiration'>

/* A trial is called one until its last day. */
const readEnd = ({ dueDate, trialExpiration }: Paid) => {
  if (trialExpiration !== null && isOnTrial(trialExpiration, readServerTime()))
    return { key: 'shell.trialUntil', date: formatDay(new Date(trialExpiration)) } as const
  return dueDate === null ? null : ({ key: 'shell.activeUntil', date: formatDay(new Date(dueDate)) } as const)
}

interface EmphasizedProps {
  of: 'shell.greeting' | 'shell.greetingShort'
  values: Record<string, string>
}

/* Split before it is filled in: names may hold anything. i18next's own component would cost each first load 6 KB. */
const Emphasized = ({ of, values }: EmphasizedProps) => {
  const { t } = useTranslation()
  const fill = (words: string) => words.replace(/{{(\w+)}}/g, (_all, name: string) => values[name] ?? '')
  return t(of, { skipInterpolation: true })
    .split(/<\/?b>/)
    .map((words, index) => (index % 2 === 1 ? <b key={index}>{fill(words)}</b> : fill(words)))
}

/**
 * "Olá Ana, Bem vindo a Loja Aurora! (Ativo até dd/MM/yyyy)"; the date, or the trial's end, for administrators, on phones the name
 * alone.
 */
export const Greeting = () => {
  const { t } = useTranslation()
  const me = useMe()
  const phone = useIsPhone()
  const end = me.profile === 'admin' ? readEnd(me.company) : null
  if (phone)
    return (
      <p className="greeting">
        <Emphasized of="shell.greetingShort" values={{ user: me.name.split(' ')[0]! }} />
      </p>
    )
  return (
    <p className="greeting">
      <Emphasized of="shell.greeting" values={{ user: me.name, company: me.company.name }} />
      {end ? <small> {t(end.key, { date: end.date })}</small> : null}
    </p>
  )
}
