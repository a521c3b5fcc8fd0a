import { Link } from 'react-router'
import { pages } from '#contract/site/pages.ts'
import picture from './under-construction.svg?no-inline'

export default function AboutPage() {
  return (
    <section className="shell max-w-4xl py-14 text-center">
      <h1 className="text-3xl">Under construction</h1>
      <p className="mx-auto mt-4 max-w-text text-balance text-lg text-quiet">
        This page still needs a filling. The clinic is open, and you can book right now.
      </p>
      <img
        src={picture}
        alt="Under construction: a tooth in a hard hat beside scaffolding, being worked on with a very large toothbrush"
        width={640}
        height={420}
        className="mx-auto mt-10 h-auto w-full max-w-3xl"
      />
      <Link to={pages.appointment} className="btn btn-action mt-10">
        See free times
      </Link>
    </section>
  )
}
