import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import './clinic.ts'
import stylesheet from './app.css?url'
import { Footer } from './components/frame/Footer.tsx'
import { Header } from './components/frame/Header.tsx'
import { useFocusOnNavigation } from './components/frame/use-focus-on-navigation.ts'
import { Spinner } from './components/Spinner.tsx'
import favicon from './favicon.svg?no-inline'
import { useSessionKeeper } from './session/use-session-keeper.ts'

export { ErrorPage as ErrorBoundary } from './components/frame/ErrorPage.tsx'

const markReturning = `try{if(localStorage.accessToken)document.documentElement.classList.add('returning')}catch{}`

export const links: LinksFunction = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
]

/** Every page: head, navigation bar, content, footer. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#12202a" media="(prefers-color-scheme: dark)" />
        <script dangerouslySetInnerHTML={{ __html: markReturning }} />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col bg-base-100 font-sans text-base text-base-content antialiased">
        <script
          type="application/json"
          id="clinic"
          dangerouslySetInnerHTML={{ __html: '{{clinic}}' }}
          suppressHydrationWarning
        />
        <a href="#main" className="btn btn-neutral absolute top-3 left-3 z-50 not-focus:sr-only">
          Skip to the content
        </a>
        <Header />
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        <Footer />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export function HydrateFallback() {
  return <Spinner label="Loading" />
}

export default function App() {
  useSessionKeeper()
  useFocusOnNavigation()
  return <Outlet />
}
