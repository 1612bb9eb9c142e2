import { useTranslation } from 'react-i18next'

import { passwordRules } from './reset-schema'

/** What the new password still needs. Read out as a list; the marks are for those who see them. */
export const PasswordRules = ({ id, password }: { id: string; password: string }) => {
  const { t } = useTranslation('session')
  return (
    <ul id={id} className="rules" aria-label={t('reset.rules.title')}>
      {passwordRules.map(({ key, isMet }) => {
        const met = isMet(password)
        return (
          <li key={key} className={met ? 'rules__item rules__item--met' : 'rules__item'}>
            <span aria-hidden="true">{met ? '✓' : '○'}</span> {t(`reset.rules.${key}`)}
            <span className="rules__state">{met ? t('reset.rules.met') : t('reset.rules.missing')}</span>
          </li>
        )
      })}
    </ul>
  )
}
