import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import './style/app.css'
import { App } from './App.tsx'
import { markStarted } from './parts.ts'
import { loadPage, paramsAt } from './routes.tsx'

// Starts the app in the browser. A page that the server has rendered begins with its answers.

const container = document.getElementById('app')
if (!container) throw new Error('The document has no place for the app')

const { pathname, search } = location
// A failure is shown by the error boundary.
const parts = await loadPage(pathname).catch(() => undefined)
const answers = document.getElementById('answers')?.textContent
if (parts && answers) {
  const address = { params: paramsAt(pathname), search }
  await import('./begin.ts').then(({ begin }) => begin(answers, parts, address)).catch(() => undefined)
}
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
