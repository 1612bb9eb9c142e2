import type { UserView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useInviteUserMutation } from '../../data/users.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import './users.css'

/** Which e-mail of a colleague waits for its owner, with a button that mails its code again; nothing where none waits. */
export const Invitation = ({ user }: { user: UserView }) => {
  const { t } = useTranslation('users')
  const isMe = useMe().id === user.id
  const [invite, { isLoading }] = useInviteUserMutation()
  const email = user.pendingEmail ?? (user.emailConfirmed ? undefined : user.email)
  if (isMe || email === undefined) return null

  const send = async () => {
    const result = await invite(user.id)
    if (result.error) showError(result.error)
    else toast.success(t('invitation.sent', { email }))
  }
  return (
    <div className="user-invitation">
      <p>{t(user.emailConfirmed ? 'invitation.moving' : 'invitation.waiting', { email })}</p>
      <Button variant="outlined" size="small" disabled={isLoading} onClick={() => void send()}>
        {t('invitation.again')}
      </Button>
    </div>
  )
}
