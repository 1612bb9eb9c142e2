import { useTranslation } from 'react-i18next'

import { SecretDialog as UiSecretDialog } from '../../ui/secret-dialog'

/** The signing secret of a webhook, which no later answer has. */
export const SecretDialog = (props: { secret: string; onClose: () => void }) => {
  const { t } = useTranslation('integrations')
  const words = {
    title: t('secret.title'),
    text: t('secret.text'),
    label: t('secret.label'),
    copied: t('secret.copied'),
  }
  return <UiSecretDialog {...props} words={words} />
}
