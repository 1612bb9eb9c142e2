import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'

import { EmptyState } from '../../ui/empty-state'

export const NotFoundPage = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <div style={{ display: 'grid', height: '100%', placeItems: 'center' }}>
      <EmptyState
        heading
        title={t('notFound.title')}
        text={t('notFound.text', { path: pathname })}
        action={
          <Button variant="contained" component={Link} to="/tickets">
            {t('notFound.action')}
          </Button>
        }
      />
    </div>
  )
}
