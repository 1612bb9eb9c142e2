import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

export interface ErrorStateProps {
  /** In the user's words: `translateError(error)`. */
  text: string
  onRetry?: () => void
}

/** Something could not be loaded; what is already on screen stays beside it. */
export const ErrorState = ({ text, onRetry }: ErrorStateProps) => {
  const { t } = useTranslation()
  return (
    <Alert
      severity="error"
      sx={{ m: 3 }}
      action={
        onRetry ? (
          <Button color="inherit" size="small" onClick={onRetry}>
            {t('actions.retry')}
          </Button>
        ) : undefined
      }
    >
      {text}
    </Alert>
  )
}
