import { useRoutes } from 'react-router'
import { ErrorPage } from '#web/ui/frame/ErrorPage.tsx'
import { Frame } from '#web/ui/frame/Frame.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useShownLocation } from './navigation.ts'
import { routes } from './routes.tsx'
import { useScrollPosition } from './use-scroll-position.ts'

/** The whole site, in a router. */
export function App() {
  const location = useShownLocation()
  useScrollPosition(location)
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
