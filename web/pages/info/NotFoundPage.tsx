import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { useSession } from '#web/session/store.ts'

const otherLinks = [
  ['Appointment', pages.appointment],
  ['About', pages.about],
  ['Dashboard', pages.dashboard],
] as const

export default function NotFoundPage() {
  const isSignedIn = useSession().status === 'in'
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
        {otherLinks.map(([label, path]) => (
          <Link key={path} to={path} className="btn btn-line">
            {label}
          </Link>
        ))}
        {!isSignedIn && (
          <Link to={pages.login} className="btn btn-line">
            Login
          </Link>
        )}
      </div>
    </section>
  )
}
