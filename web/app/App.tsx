import { Component, type ReactNode, useEffect } from 'react'
import { Link, type Location, useRoutes } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { whenIdle } from '#web/ui/feedback/load-later.ts'
import { Frame } from '#web/ui/frame/Frame.tsx'
import { useScrollPosition, useShownLocation } from './navigation.ts'
import { loadPage, routes } from './routes.tsx'

/** The whole site, in a router. */
export function App() {
  const location = useShownLocation()
  useScrollPosition(location)
  usePrefetchNextPage(location.pathname)
  const fallback = (
    <Frame shell>
      <ErrorPage />
    </Frame>
  )
  return (
    <ErrorBoundary location={location} fallback={fallback}>
      {useRoutes(routes, location)}
    </ErrorBoundary>
  )
}

/** The page that most people open next: after a sign-in, and where they pay. */
const nextPage: Partial<Record<string, string>> = {
  [pages.login]: pages.appointment,
  [pages.signup]: pages.appointment,
  [pages.dashboard]: pages.payment,
}

/** Loads the code of the page that probably comes next while a person fills in a form or reads. */
function usePrefetchNextPage(pathname: string): void {
  useEffect(() => {
    const next = nextPage[pathname]
    if (next) return whenIdle(() => void loadPage(next).catch(() => undefined))
  }, [pathname])
}

interface ErrorBoundaryProps {
  children: ReactNode
  /** Shown after an error, until the location changes. */
  fallback: ReactNode
  location: Location
}

type ErrorBoundaryState = { hasFailed: boolean; location: Location }

/** Shows `fallback` when a component below it throws. React lets only classes catch errors. */
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, location: this.props.location }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(
    { location }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return location === state.location ? null : { hasFailed: false, location }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

/** Shown when a page has failed. It is unknown whether a request had its effect, so it says where to look. */
function ErrorPage() {
  useEffect(() => {
    document.title = 'Something went wrong'
  }, [])
  return (
    <section className="shell py-20">
      <h1 className="text-3xl">Something went wrong on this page</h1>
      <p className="mt-4 max-w-text text-lg text-quiet">
        The page could not be shown. Appointments already made are safe; you find them in the dashboard.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <button type="button" className="btn btn-action" onClick={() => window.location.reload()}>
          Try again
        </button>
        <Link to={pages.home} reloadDocument className="btn btn-line">
          Home
        </Link>
      </div>
    </section>
  )
}
