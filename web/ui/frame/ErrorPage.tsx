import { useEffect } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'

/** Shown when a page has failed. It is unknown whether a request had its effect, so it says where to look. */
export function ErrorPage() {
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
