import type { SessionUserView } from '@balcao/contracts'
import { Trans } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { calendarDaysBefore, formatDay } from '../../lib/format-date'
import { readServerTime } from '../../lib/server-clock'
import { useIsPhone } from '../../lib/use-media'

type Paid = Pick<SessionUserView['company'], 'dueDate' | 'trialExpiration'>

/* A trial is called one until its last day. */
const readEnd = ({ dueDate, trialExpiration }: Paid) => {
  const trialEnd = trialExpiration === null ? undefined : new Date(trialExpiration)
  if (trialEnd && calendarDaysBefore(readServerTime(), trialEnd) >= 0)
    return { key: 'shell.trialUntil', date: formatDay(trialEnd) } as const
  return dueDate === null ? null : ({ key: 'shell.activeUntil', date: formatDay(new Date(dueDate)) } as const)
}

/**
 * "Olá Ana, Bem vindo a Loja Aurora! (Ativo até dd/MM/yyyy)"; the date, or the trial's end, for administrators, on phones the name
 * alone.
 */
export const Greeting = () => {
  const me = useMe()
  const phone = useIsPhone()
  const end = me.profile === 'admin' ? readEnd(me.company) : null
  if (phone)
    return (
      <p className="greeting">
        <Trans
          i18nKey="shell.greetingShort"
          values={{ user: me.name.split(' ')[0] }}
          components={{ b: <b /> }}
        />
      </p>
    )
  return (
    <p className="greeting">
      <Trans
        i18nKey="shell.greeting"
        values={{ user: me.name, company: me.company.name }}
        components={{ b: <b /> }}
      />
      {end ? (
        <small>
          {' '}
          <Trans i18nKey={end.key} values={{ date: end.date }} />
        </small>
      ) : null}
    </p>
  )
}
