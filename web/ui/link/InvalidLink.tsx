import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import { ClinicPhone } from '../contact/ClinicPhone.tsx'

/** Shown if the link was altered, cut off, or made by somebody else. */
export function InvalidLink() {
  return (
    <>
      <h1 className="page-title">This link is not valid</h1>
      <p className="mt-3 max-w-text">
        Part of it may be missing. Open it from the email once more, or log in to see your appointments. You can also
        call us at <ClinicPhone />.
      </p>
      <Link to={pages.dashboard} className="btn btn-action mt-6">
        Log in
      </Link>
    </>
  )
}
