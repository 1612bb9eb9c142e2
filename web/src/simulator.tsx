import './app/tokens.css'
import './app/global.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { SimulatorPage, storeTokenFromAddress } from './features/simulator'
import { startI18n } from './i18n/i18n'
import { ErrorBoundary } from './ui/error-boundary'

const start = async () => {
  const root = document.getElementById('root')
  if (!root) throw new Error('no #root')
  storeTokenFromAddress(location.search)
  await startI18n(['common', 'simulator', 'connections'])
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <SimulatorPage />
      </ErrorBoundary>
    </StrictMode>,
  )
}

void start()
