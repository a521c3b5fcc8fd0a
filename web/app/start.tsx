import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import './style/app.css'
import { App } from './App.tsx'
import { loadDocument } from './navigation.ts'
import { markStarted } from './parts.ts'
import { loadPage, paramsAt } from './routes.tsx'

// Starts the app in the browser. A page that the server has rendered begins with its answers.

const container = document.getElementById('app')
if (!container) throw new Error('The document has no place for the app')

const { pathname, search } = location
// Back or Forward has left the page before the app could follow.
if (globalThis.documentPath !== pathname) {
  loadDocument()
  await new Promise(() => {})
}
// A failure is shown by the error boundary.
const parts = await loadPage(pathname).catch(() => undefined)
const answers = document.getElementById('answers')?.textContent
const isAsSent = !answers || (await beginAsSent(answers))
markStarted()

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)
startTransition(() => {
  if (container.dataset.prerendered && isAsSent) hydrateRoot(container, app)
  else createRoot(container).render(app)
})

/** Gets what the page that was sent consists of. Returns false if some of it can't be had. */
async function beginAsSent(answers: string): Promise<boolean> {
  if (!parts) return false
  const address = { params: paramsAt(pathname), search }
  return import('./begin-rendered.ts').then(({ begin }) => begin(answers, parts, address)).catch(() => false)
}
