import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import {
  Links,
  type LinksFunction,
  Meta,
  type MiddlewareFunction,
  Outlet,
  redirectDocument,
  Scripts,
  ScrollRestoration,
} from 'react-router'
import '../clinic.ts'
import { tokenKey } from '#web/api/token/token-key.ts'
import { useSessionKeeper } from '../session/guard/use-session-keeper.ts'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { ErrorPage } from '../ui/frame/ErrorPage.tsx'
import { holdEarlyInput, useEarlyInput } from '../ui/frame/early-input.ts'
import { Frame } from '../ui/frame/Frame.tsx'
import { useFocusOnNavigation } from '../ui/frame/use-focus-on-navigation.ts'
import { documentPath, needsDocument } from './document.ts'
import stylesheet from './style/app.css?url'

// Looks for a token where web/api/token/token.ts stores it.
const markReturning = `for(const area of ['localStorage','sessionStorage'])try{if(window[area].${tokenKey})document.documentElement.classList.add('returning')}catch{}`

// The Content-Security-Policy forbids the eval that zod would otherwise try. It reads this setting before any of our modules runs.
const settings = 'globalThis.__zod_globalConfig={jitless:true}'

export const links: LinksFunction = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/brand/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/brand/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export const clientMiddleware: MiddlewareFunction[] = [
  ({ request }) => {
    if (needsDocument(documentPath, new URL(request.url).pathname)) throw redirectDocument(request.url)
  },
]

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#12202a" media="(prefers-color-scheme: dark)" />
        <script dangerouslySetInnerHTML={{ __html: `${settings};${markReturning};${holdEarlyInput}` }} />
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
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: '{{dentist}}' }}
          suppressHydrationWarning
        />
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export function HydrateFallback() {
  return (
    <Frame shell>
      <Spinner label="Loading" />
    </Frame>
  )
}

export function ErrorBoundary() {
  return (
    <Frame shell>
      <ErrorPage />
    </Frame>
  )
}

export default function App() {
  useSessionKeeper()
  useFocusOnNavigation()
  useEarlyInput()
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
