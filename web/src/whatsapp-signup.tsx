import './app/tokens.css'
import './app/global.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { SignupPage } from './features/whatsapp-signup'
import { startI18n } from './i18n/i18n'
import { ErrorBoundary } from './ui/error-boundary'

const start = async () => {
  const root = document.getElementById('root')
  if (!root) throw new Error('no #root')
  await startI18n(['common', 'connections'])
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <SignupPage attempt={location.hash.slice(1)} />
      </ErrorBoundary>
    </StrictMode>,
  )
}

void start()
