import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import './style/app.css'
import { App } from './App.tsx'
import { markStarted } from './parts.ts'
import { loadPage } from './routes.tsx'

// Starts the app in the browser.

const container = document.getElementById('app')
if (!container) throw new Error('The document has no place for the app')

// A failure is shown by the error boundary.
await loadPage(location.pathname).catch(() => undefined)
markStarted()

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)
startTransition(() => {
  if (container.dataset.prerendered) hydrateRoot(container, app)
  else createRoot(container).render(app)
})
