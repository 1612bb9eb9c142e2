import { Trans } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { formatDay } from '../../lib/format-date'
import { useIsPhone } from '../../lib/use-media'

/** "Olá Ana, Bem vindo a Loja Aurora! (Ativo até dd/MM/yyyy)"; the date for administrators, on phones the name alone. */
export const Greeting = () => {
  const me = useMe()
  const phone = useIsPhone()
  const dueDate =
    me.profile === 'admin' && me.company.dueDate !== null ? formatDay(new Date(me.company.dueDate)) : null
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
      {dueDate ? (
        <small>
          {' '}
          <Trans i18nKey="shell.activeUntil" values={{ date: dueDate }} />
        </small>
      ) : null}
    </p>
  )
}
