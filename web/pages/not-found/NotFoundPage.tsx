import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { pageMeta } from '#web/app/meta.ts'

export const meta = pageMeta

export default function NotFoundPage() {
  return (
    <section className="shell py-20">
      <h1 className="text-3xl">We can’t find that page</h1>
      <p className="mt-4 max-w-text text-lg text-quiet">
        The link may be old, or the address may be mistyped. These pages may help.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to={pages.home} className="btn btn-action">
          Home
        </Link>
        <Link to={pages.appointment} className="btn btn-line">
          Appointment
        </Link>
        <Link to={pages.about} className="btn btn-line">
          About
        </Link>
        <Link to={pages.dashboard} className="btn btn-line">
          Dashboard
        </Link>
        <Link to={pages.login} className="btn btn-line">
          Login
        </Link>
      </div>
    </section>
  )
}
